import { Button, Checkbox, Combobox, CompoundButton, Dropdown, Field, FluentProvider, Input, Option, Radio, RadioGroup, Rating, SearchBox, Select, Slider, SpinButton, Switch, Textarea, webLightTheme } from "@fluentui/react-components";
import { mount } from "./mount.jsx";

mount(<FluentProvider theme={webLightTheme}><Button appearance="primary">Save</Button><CompoundButton secondaryContent="Now">Send</CompoundButton><Field label="Name" required hint="In full"><Input /></Field>
  <Field label="Town"><Dropdown defaultValue="Oslo"><Option>Oslo</Option><Option>Rome</Option></Dropdown></Field><Field label="Fruit"><Combobox><Option>Apple</Option></Combobox></Field><Field label="Size"><RadioGroup defaultValue="s"><Radio value="s" label="Small" /><Radio value="l" label="Large" /></RadioGroup></Field>
  <Field label="Count"><SpinButton defaultValue={3} /></Field><Field label="Kind"><Select><option>One</option></Select></Field><Checkbox label="Agree" /><Switch label="Night" /><Slider aria-label="Volume" defaultValue={30} /><SearchBox placeholder="Find" /><Field label="Notes"><Textarea /></Field><Rating aria-label="Stars" defaultValue={3} /></FluentProvider>);
