import { Breadcrumbs, Button, ButtonGroup, Card, Checkbox, ControlGroup, FileInput, FormGroup, HTMLSelect, InputGroup, Menu, MenuItem, Navbar, NumericInput, Radio, RadioGroup, SegmentedControl, Slider, Switch, Tab, Tabs, Tag, TagInput, TextArea, Tree } from "@blueprintjs/core";
import { DatePicker } from "@blueprintjs/datetime";
import { mount } from "./mount.jsx";

mount(<div><Navbar><Button minimal icon="home" text="Home" /><Button minimal icon="cog" /></Navbar><Breadcrumbs items={[{ href: "#", text: "Files" }, { text: "Photos" }]} /><FormGroup label="Name" labelFor="n"><InputGroup id="n" leftIcon="person" /></FormGroup>
  <FormGroup label="Count"><NumericInput value={3} /></FormGroup><FormGroup label="Town"><HTMLSelect options={["Oslo", "Rome"]} /></FormGroup><FormGroup label="Notes"><TextArea /></FormGroup><Checkbox label="Agree" /><Switch label="Night" />
  <RadioGroup label="Size" selectedValue="s" onChange={() => 1}><Radio label="Small" value="s" /><Radio label="Large" value="l" /></RadioGroup><ButtonGroup><Button icon="align-left" aria-label="Left" /><Button icon="align-right" title="Right" /></ButtonGroup>
  <SegmentedControl options={[{ label: "Day", value: "d" }, { label: "Week", value: "w" }]} defaultValue="d" /><Slider value={3} onChange={() => 1} /><Tabs id="t"><Tab id="a" title="First" panel={<p>Text</p>} /><Tab id="b" title="Second" /></Tabs>
  <Menu><MenuItem icon="document" text="Copy" label="Ctrl+C" /><MenuItem text="Paste" disabled /></Menu><Tag onRemove={() => 1}>Red</Tag><TagInput values={["One", "Two"]} /><FileInput text="Choose a file" /><ControlGroup><InputGroup placeholder="Find" /><Button icon="search" /></ControlGroup>
  <Card interactive>Open the card</Card><Tree contents={[{ id: 1, label: "Fruit", isExpanded: true, childNodes: [{ id: 2, label: "Apple" }] }]} /><DatePicker defaultValue={new Date(2026, 0, 2)} /></div>);
