import { Button, Checkbox, ComboBox, Dropdown, FileUploader, MultiSelect, NumberInput, PasswordInput, RadioButton, RadioButtonGroup, Search, Select, SelectItem, Slider, TextArea, TextInput, Toggle } from "@carbon/react";
import { mount } from "./mount.jsx";

mount(<div style={{ maxWidth: 700 }}><Button>Save</Button><TextInput id="n" labelText="Name" helperText="In full" /><PasswordInput id="p" labelText="Password" /><Select id="s" labelText="Town"><SelectItem value="o" text="Oslo" /><SelectItem value="r" text="Rome" /></Select>
  <Dropdown id="d" titleText="Fruit" label="Choose" items={["Apple", "Pear"]} /><ComboBox id="c" titleText="Nut" items={["Almond"]} /><MultiSelect id="m" titleText="Colours" label="Colours" items={[{ id: "r", text: "Red" }]} itemToString={i => i?.text ?? ""} />
  <Checkbox id="k" labelText="Agree" /><Toggle id="t" labelText="Night" /><RadioButtonGroup name="z" legendText="Size" defaultSelected="s"><RadioButton id="z1" value="s" labelText="Small" /><RadioButton id="z2" value="l" labelText="Large" /></RadioButtonGroup>
  <NumberInput id="u" label="Count" value={3} min={0} max={9} /><Slider id="l" labelText="Volume" value={30} min={0} max={100} /><Search labelText="Find" placeholder="Find" /></div>);
