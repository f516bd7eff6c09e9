"""Gallery pages of user interface toolkits: their widgets, from the npm packages themselves."""
# ruff: noqa: E501 - the pages are HTML as text

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
from _pages import CACHE, _npm

FOLDER = CACHE / "toolkits"


class Toolkit(msgspec.Struct, frozen=True):
    """A toolkit: its npm packages, its style sheets and scripts (`PACKAGE:PATH`), and the body of its page."""

    packages: tuple[str, ...]
    files: tuple[str, ...]
    body: str


REACT = (
    "react@18:umd/react.production.min.js",
    "react-dom@18:umd/react-dom.production.min.js",
)
MOUNT = "ReactDOM.createRoot(document.getElementById('root')).render(e('div', null, ...parts));</script>"
BEGIN = '<div id="root"></div><script>const e = React.createElement;'
TREE = "[{title:'Fruit',key:'f',children:[{title:'Apple',key:'a'},{title:'Pear',key:'p'}]},{title:'Nuts',key:'n'}]"
ROWS = "[...Array(30).keys()].map(i => ({id: i, name: 'Person ' + i, age: 20 + i, town: ['Oslo','Rome','Lima'][i % 3]}))"

TOOLKITS: Mapping[str, Toolkit] = {
    "Bootstrap": Toolkit(
        ("bootstrap@5",),
        ("bootstrap@5:dist/css/bootstrap.min.css", "bootstrap@5:dist/js/bootstrap.bundle.min.js"),
        """<nav class="navbar navbar-expand bg-light"><a class="navbar-brand" href="#">Shop</a><ul class="navbar-nav">
<li class="nav-item"><a class="nav-link active" href="#">Home</a></li><li class="nav-item dropdown">
<a class="nav-link dropdown-toggle show" href="#" data-bs-toggle="dropdown" aria-expanded="true">More</a><ul class="dropdown-menu show" style="position:absolute;top:50px">
<li><a class="dropdown-item" href="#">Prices</a></li><li><button class="dropdown-item">Log out</button></li></ul></li></ul></nav><main class="p-3" style="margin-left:180px">
<label for="m" class="form-label">Mail</label><input id="m" class="form-control" type="email">
<div class="form-floating"><input class="form-control" id="f" placeholder="x"><label for="f">Floating</label></div>
<div class="input-group"><span class="input-group-text">@</span><input class="form-control" placeholder="User"><button class="btn btn-primary">Go</button></div>
<select class="form-select" aria-label="Size"><option>Small<option>Large</select>
<div class="form-check form-switch"><input class="form-check-input" type="checkbox" id="s"><label class="form-check-label" for="s">Night</label></div>
<div class="btn-group" role="group"><input type="radio" class="btn-check" name="b" id="b1" checked><label class="btn btn-outline-primary" for="b1">Left</label>
<input type="radio" class="btn-check" name="b" id="b2"><label class="btn btn-outline-primary" for="b2">Right</label></div>
<label class="form-label" for="r">Volume</label><input type="range" class="form-range" id="r">
<div class="accordion"><div class="accordion-item"><h2 class="accordion-header"><button class="accordion-button" data-bs-toggle="collapse" data-bs-target="#c">Details</button></h2>
<div id="c" class="accordion-collapse collapse show"><div class="accordion-body">Text <a href="#">link</a></div></div></div></div>
<ul class="nav nav-tabs" role="tablist"><li class="nav-item" role="presentation"><button class="nav-link active" role="tab" aria-selected="true">First</button></li>
<li class="nav-item" role="presentation"><button class="nav-link" role="tab" tabindex="-1">Second</button></li></ul>
<div class="list-group"><a href="#" class="list-group-item list-group-item-action">Item one</a><button class="list-group-item list-group-item-action">Item two</button></div>
<div class="alert alert-warning alert-dismissible">Careful<button class="btn-close" aria-label="Close"></button></div></main>""",
    ),
    "Shoelace": Toolkit(
        ("@shoelace-style/shoelace@2",),
        ("@shoelace-style/shoelace@2:cdn/themes/light.css", "@shoelace-style/shoelace@2:cdn/shoelace.js#module"),
        """<sl-button variant="primary">Save</sl-button><sl-icon-button name="gear" label="Settings"></sl-icon-button>
<sl-input label="Name"></sl-input><sl-textarea label="Notes"></sl-textarea><sl-checkbox>Agree</sl-checkbox><sl-switch>Night</sl-switch>
<sl-radio-group label="Size" value="1"><sl-radio value="1">Small</sl-radio><sl-radio value="2">Large</sl-radio></sl-radio-group>
<sl-select label="Town" value="o"><sl-option value="o">Oslo</sl-option><sl-option value="r">Rome</sl-option></sl-select>
<sl-range label="Volume"></sl-range><sl-rating label="Stars"></sl-rating><sl-color-picker label="Colour"></sl-color-picker>
<sl-tab-group><sl-tab slot="nav" panel="a">First</sl-tab><sl-tab slot="nav" panel="b">Second</sl-tab><sl-tab-panel name="a">Text</sl-tab-panel></sl-tab-group>
<sl-details summary="More" open>Inside <a href="#">link</a></sl-details><sl-breadcrumb><sl-breadcrumb-item href="#">Home</sl-breadcrumb-item></sl-breadcrumb>
<sl-tree><sl-tree-item expanded>Fruit<sl-tree-item>Apple</sl-tree-item></sl-tree-item></sl-tree><sl-tag removable>Tag</sl-tag>
<sl-menu><sl-menu-item>Copy</sl-menu-item><sl-menu-item type="checkbox" checked>Grid</sl-menu-item></sl-menu>""",
    ),
    "Vuetify": Toolkit(
        ("vue@3", "vuetify@3"),
        ("vuetify@3:dist/vuetify.min.css", "vue@3:dist/vue.global.prod.js", "vuetify@3:dist/vuetify.min.js"),
        """<div id="app"><v-app><v-main><v-btn>Save</v-btn><v-btn icon="$menu" aria-label="Menu"></v-btn><v-text-field label="Name"></v-text-field>
<v-select label="Town" model-value="Oslo" :items="['Oslo','Rome']"></v-select><v-autocomplete label="Fruit" :items="['Apple']"></v-autocomplete>
<v-checkbox label="Agree"></v-checkbox><v-switch label="Night"></v-switch><v-radio-group label="Size"><v-radio label="Small" value="1"></v-radio><v-radio label="Large" value="2"></v-radio></v-radio-group>
<v-slider label="Volume" model-value="30"></v-slider><v-tabs><v-tab>First</v-tab><v-tab>Second</v-tab></v-tabs><v-chip closable>Chip</v-chip>
<v-list><v-list-item title="Inbox" @click="1"></v-list-item><v-list-item title="Sent" href="#"></v-list-item></v-list>
<v-expansion-panels><v-expansion-panel title="More" text="x"></v-expansion-panel></v-expansion-panels><v-pagination :length="4"></v-pagination><v-rating></v-rating></v-main></v-app></div>
<script>Vue.createApp({}).use(Vuetify.createVuetify()).mount('#app')</script>""",
    ),
    "Ant Design": Toolkit(
        ("react@18", "react-dom@18", "dayjs@1", "antd@5"),
        (
            "antd@5:dist/reset.css", *REACT, "dayjs@1:dayjs.min.js",
            *(f"dayjs@1:plugin/{name}.js" for name in ("customParseFormat", "weekday", "localeData", "weekOfYear", "weekYear", "advancedFormat", "quarterOfYear")),
            "antd@5:dist/antd.min.js",
        ),
        BEGIN + f"""const a = antd, parts = [e(a.Button, {{type:'primary'}}, 'Save'), e(a.Form, {{layout:'vertical'}}, e(a.Form.Item, {{label:'Name', name:'n'}}, e(a.Input)),
e(a.Form.Item, {{label:'Town', name:'t'}}, e(a.Select, {{options:[{{value:'Oslo'}},{{value:'Rome'}}]}})), e(a.Form.Item, {{label:'Day', name:'d'}}, e(a.DatePicker)), e(a.Form.Item, {{label:'Count', name:'c'}}, e(a.InputNumber))),
e(a.Checkbox, null, 'Agree'), e(a.Switch, {{'aria-label':'Night'}}), e(a.Radio.Group, {{options:['Small','Large'], defaultValue:'Small'}}), e(a.Slider, {{defaultValue:30}}), e(a.Rate),
e(a.Segmented, {{options:['Day','Week']}}), e(a.Tabs, {{items:[{{key:1,label:'First',children:'x'}},{{key:2,label:'Second'}}]}}), e(a.Tag, {{closable:true}}, 'Tag'),
e(a.Tree, {{treeData:{TREE}, defaultExpandAll:true}}), e(a.Menu, {{items:[{{key:1,label:'Inbox'}},{{key:2,label:'Sent'}}]}}), e(a.Pagination, {{total:40}}), e(a.Collapse, {{items:[{{key:1,label:'More',children:'x'}}]}})];"""
        + MOUNT,
    ),
    "Material UI": Toolkit(
        ("react@18", "react-dom@18", "@mui/material@5"),
        (*REACT, "@mui/material@5:umd/material-ui.production.min.js"),
        BEGIN + """const m = MaterialUI, parts = [e(m.Button, {variant:'contained'}, 'Save'), e(m.IconButton, {'aria-label':'Delete'}, e(m.SvgIcon, null, e('path', {d:'M0 0h24v24H0z'}))),
e(m.TextField, {id:'n', label:'Name'}), e(m.TextField, {id:'t', label:'Town', select:true, value:'Oslo'}, e(m.MenuItem, {value:'Oslo'}, 'Oslo'), e(m.MenuItem, {value:'Rome'}, 'Rome')),
e(m.Autocomplete, {id:'a', options:['Apple','Pear'], renderInput: p => e(m.TextField, {...p, label:'Fruit'})}), e(m.FormControlLabel, {control:e(m.Checkbox), label:'Agree'}), e(m.FormControlLabel, {control:e(m.Switch), label:'Night'}),
e(m.RadioGroup, {defaultValue:'s'}, e(m.FormControlLabel, {value:'s', control:e(m.Radio), label:'Small'}), e(m.FormControlLabel, {value:'l', control:e(m.Radio), label:'Large'})),
e(m.Slider, {'aria-label':'Volume', defaultValue:30, style:{width:200}}), e(m.Rating, {name:'r', value:2}), e(m.Tabs, {value:0}, e(m.Tab, {label:'First'}), e(m.Tab, {label:'Second'})),
e(m.Chip, {label:'Chip', onClick:() => 1, onDelete:() => 1}), e(m.List, null, e(m.ListItemButton, null, e(m.ListItemText, {primary:'Inbox'})), e(m.ListItemButton, null, e(m.ListItemText, {primary:'Sent'}))),
e(m.Accordion, null, e(m.AccordionSummary, null, 'More'), e(m.AccordionDetails, null, 'x')), e(m.Pagination, {count:4}), e(m.ToggleButtonGroup, {value:'a', exclusive:true}, e(m.ToggleButton, {value:'a'}, 'Bold'), e(m.ToggleButton, {value:'b'}, 'Italic'))];"""
        + MOUNT,
    ),
    "jQuery UI": Toolkit(
        ("jquery@3", "jquery-ui-dist@1.13"),
        ("jquery-ui-dist@1.13:jquery-ui.min.css", "jquery@3:dist/jquery.min.js", "jquery-ui-dist@1.13:jquery-ui.min.js"),
        """<div id="acc"><h3>Section one</h3><div>Text <a href="#">link</a></div><h3>Section two</h3><div>x</div></div><button id="b">Button</button>
<div id="tabs"><ul><li><a href="#t1">First</a></li><li><a href="#t2">Second</a></li></ul><div id="t1">One</div><div id="t2">Two</div></div>
<label for="sp">Amount</label><input id="sp"><div id="sl" style="width:200px;margin:10px"></div><label for="sm">Speed</label><select id="sm"><option>Slow<option>Fast</select>
<ul id="menu" style="width:120px"><li><div>Copy</div></li><li><div>Paste</div></li></ul><div id="date"></div><fieldset><label for="r1">Rome</label><input type="radio" name="r" id="r1"><label for="r2">Oslo</label><input type="radio" name="r" id="r2"></fieldset>
<script>$('#acc').accordion({heightStyle:'content'});$('#b').button();$('#tabs').tabs();$('#sp').spinner();$('#sl').slider();$('#sm').selectmenu();$('#menu').menu();$('#date').datepicker();$('input[type=radio]').checkboxradio()</script>""",
    ),
    "AG Grid": Toolkit(
        ("ag-grid-community@32",),
        ("ag-grid-community@32:dist/ag-grid-community.min.js",),
        f"""<div id="g" class="ag-theme-quartz" style="height:500px;width:900px"></div><script>agGrid.createGrid(document.getElementById('g'), {{rowData: {ROWS},
columnDefs:[{{field:'name',checkboxSelection:true,filter:true,floatingFilter:true}},{{field:'age',editable:true}},{{field:'town',sortable:true}}],rowSelection:'multiple',pagination:true}})</script>""",
    ),
    "CodeMirror": Toolkit(
        ("codemirror@5",),
        ("codemirror@5:lib/codemirror.css", "codemirror@5:lib/codemirror.js"),
        "<h1>Editor</h1><div id=e></div><button>Run</button><script>CodeMirror(e, {value:'let a = 1;\\nlet b = 2;', lineNumbers:true})</script>",
    ),
    "Monaco": Toolkit(
        ("monaco-editor@0.52",),
        ("monaco-editor@0.52:min/vs/loader.js",),
        """<h1>Editor</h1><div id="e" style="width:700px;height:200px"></div><button>Run</button><script>require.config({paths:{vs:'/toolkits/monaco-editor-0.52/package/min/vs'}});
require(['vs/editor/editor.main'], () => monaco.editor.create(document.getElementById('e'), {value:'let a = 1;', language:'plaintext'}))</script>""",
    ),
    "Tabulator": Toolkit(
        ("tabulator-tables@6",),
        ("tabulator-tables@6:dist/css/tabulator.min.css", "tabulator-tables@6:dist/js/tabulator.min.js"),
        f"""<div id="g" style="width:800px"></div><script>new Tabulator('#g', {{data:{ROWS},height:400,pagination:true,paginationSize:10,selectableRows:true,
columns:[{{title:'Name',field:'name',headerFilter:true}},{{title:'Age',field:'age',editor:'input'}},{{title:'Town',field:'town'}}]}})</script>""",
    ),
    "Select2": Toolkit(
        ("jquery@3", "select2@4.1.0-rc.0"),
        ("select2@4.1.0-rc.0:dist/css/select2.min.css", "jquery@3:dist/jquery.min.js", "select2@4.1.0-rc.0:dist/js/select2.min.js"),
        """<label for="c">Country</label> <select id="c" style="width:200px"><option>Peru<option>Chile<option>Cuba</select> <label for="t">Tags</label>
<select id="t" multiple style="width:300px"><option selected>Red<option selected>Blue<option>Green</select><script>$('#t').select2();$('#c').select2().select2('open')</script>""",
    ),
    "Ionic": Toolkit(
        ("@ionic/core@8",),
        ("@ionic/core@8:css/ionic.bundle.css", "@ionic/core@8:dist/ionic/ionic.esm.js#module"),
        """<ion-app><ion-header><ion-toolbar><ion-title>Mail</ion-title><ion-buttons slot="end"><ion-button>Edit</ion-button></ion-buttons></ion-toolbar></ion-header><ion-content>
<ion-list><ion-item button>Inbox</ion-item><ion-item href="#"><ion-label>Sent</ion-label></ion-item><ion-item><ion-input label="Name"></ion-input></ion-item><ion-item><ion-toggle>Night</ion-toggle></ion-item>
<ion-item><ion-checkbox>Agree</ion-checkbox></ion-item><ion-item><ion-select label="Town" value="o"><ion-select-option value="o">Oslo</ion-select-option></ion-select></ion-item>
<ion-item><ion-range label="Volume"></ion-range></ion-item><ion-radio-group value="s"><ion-item><ion-radio value="s">Small</ion-radio></ion-item><ion-item><ion-radio value="l">Large</ion-radio></ion-item></ion-radio-group></ion-list>
<ion-searchbar></ion-searchbar><ion-segment value="a"><ion-segment-button value="a">First</ion-segment-button><ion-segment-button value="b">Second</ion-segment-button></ion-segment></ion-content></ion-app>""",
    ),
}  # fmt: skip


def collect_galleries() -> tuple[dict[str, str], list[str]]:
    """Return the path under CACHE of every gallery by toolkit, and a line for each that could not be fetched."""
    (CACHE / "made").mkdir(parents=True, exist_ok=True)
    paths, missing = {}, []
    for name, toolkit in TOOLKITS.items():
        try:
            for package in toolkit.packages:
                _fetch(package)
        except (OSError, subprocess.CalledProcessError, StopIteration) as error:
            missing.append(f"{name}: a package could not be fetched ({type(error).__name__}: {error})")
            continue
        path = Path("made") / f"toolkit-{name.lower().replace(' ', '-')}.html"
        (CACHE / path).write_text(_page(name, toolkit.files, toolkit.body))
        paths[name] = str(path)
    return paths, missing


def _folder(package: str) -> Path:
    return FOLDER / package.replace("/", "-").replace("@", "-").lstrip("-")


def _fetch(package: str) -> None:
    folder = _folder(package)
    if (folder / "package").is_dir():
        return
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    _npm(package, folder)


def _page(name: str, files: Sequence[str], body: str) -> str:
    head = "".join(_link(file) for file in files)
    return f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{name}</title>{head}</head><body>{body}</body></html>'


def _link(file: str) -> str:
    package, _, path = file.partition(":")
    path, _, kind = path.partition("#")
    address = f"/toolkits/{_folder(package).name}/package/{path}"
    if path.endswith(".css"):
        return f'<link rel="stylesheet" href="{address}">'
    return f'<script src="{address}"{" type=module" if kind else ""}></script>'
