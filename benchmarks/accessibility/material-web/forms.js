import "@material/web/all.js";

document.getElementById("root").innerHTML = `<md-filled-button>Save</md-filled-button><md-icon-button aria-label="Menu"><md-icon>m</md-icon></md-icon-button><md-outlined-text-field label="Name" value="Ann"></md-outlined-text-field>
<md-outlined-select label="Town"><md-select-option selected value="o"><div slot="headline">Oslo</div></md-select-option></md-outlined-select><label><md-checkbox touch-target="wrapper"></md-checkbox>Agree</label><label>Night <md-switch></md-switch></label>
<md-radio id="rs" name="z" checked aria-label="Small"></md-radio><label for="rs">Small</label><md-radio id="rl" name="z" aria-label="Large"></md-radio><label for="rl">Large</label><md-slider labeled value="30" aria-label="Volume"></md-slider>
<md-chip-set><md-assist-chip label="Assist"></md-assist-chip><md-filter-chip label="Filter" selected></md-filter-chip><md-input-chip label="Input"></md-input-chip></md-chip-set><md-fab label="Write"></md-fab>`;
