import { Button } from "primereact/button";
import { Calendar } from "primereact/calendar";
import { Checkbox } from "primereact/checkbox";
import { Column } from "primereact/column";
import { DataTable } from "primereact/datatable";
import { Dialog } from "primereact/dialog";
import { Dropdown } from "primereact/dropdown";
import { InputNumber } from "primereact/inputnumber";
import { InputSwitch } from "primereact/inputswitch";
import { InputText } from "primereact/inputtext";
import { MultiSelect } from "primereact/multiselect";
import { RadioButton } from "primereact/radiobutton";
import { Rating } from "primereact/rating";
import { Slider } from "primereact/slider";
import { TabPanel, TabView } from "primereact/tabview";
import { Tree } from "primereact/tree";
import "primereact/resources/themes/lara-light-blue/theme.css";
import { mount } from "./mount.jsx";
mount(<div><Button label="Save" /><Button icon="pi pi-x" aria-label="Close" /><label htmlFor="n">Name</label><InputText id="n" /><label htmlFor="t">Town</label><Dropdown inputId="t" value="Oslo" options={["Oslo", "Rome"]} /><Checkbox inputId="c" checked={false} /><label htmlFor="c">Agree</label><InputSwitch inputId="s" checked={false} /><label htmlFor="s">Night</label>
  <RadioButton inputId="r" name="z" value="s" checked /><label htmlFor="r">Small</label><InputNumber aria-label="Count" showButtons value={3} /><Slider value={30} aria-label="Volume" style={{ width: 200 }} /><Rating value={2} /><MultiSelect value={["Red"]} options={["Red", "Blue"]} placeholder="Colours" /><Calendar inline /><TabView><TabPanel header="First">x</TabPanel><TabPanel header="Second">y</TabPanel></TabView>
  <DataTable value={[{ id: 1, name: "Ann" }, { id: 2, name: "Ben" }]} selectionMode="checkbox" selection={[]} dataKey="id"><Column selectionMode="multiple" /><Column field="name" header="Name" sortable /></DataTable><Tree value={[{ key: "1", label: "Fruit", children: [{ key: "2", label: "Apple" }] }]} expandedKeys={{ 1: true }} /></div>);
