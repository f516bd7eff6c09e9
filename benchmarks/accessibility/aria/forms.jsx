import { Button, Checkbox, ComboBox, DateField, DateInput, DateSegment, Input, Label, ListBox, ListBoxItem, NumberField, Group, Popover, Radio, RadioGroup, SearchField, Select, SelectValue, Slider, SliderThumb, SliderTrack, Switch, TextField, ToggleButton } from "react-aria-components";
import { mount } from "./mount.jsx";

mount(<div><TextField><Label>Name</Label><Input /></TextField><NumberField defaultValue={3}><Label>Count</Label><Group><Button slot="decrement">-</Button><Input /><Button slot="increment">+</Button></Group></NumberField><SearchField><Label>Find</Label><Input /><Button>Clear</Button></SearchField>
  <Select defaultSelectedKey="o"><Label>Town</Label><Button><SelectValue /></Button><Popover><ListBox><ListBoxItem id="o">Oslo</ListBoxItem></ListBox></Popover></Select><ComboBox><Label>Fruit</Label><Input /><Button>v</Button><Popover><ListBox><ListBoxItem>Apple</ListBoxItem></ListBox></Popover></ComboBox>
  <Checkbox>Agree</Checkbox><Switch>Night</Switch><RadioGroup defaultValue="s"><Label>Size</Label><Radio value="s">Small</Radio><Radio value="l">Large</Radio></RadioGroup><ToggleButton>Pin</ToggleButton>
  <Slider defaultValue={30} style={{ width: 200 }}><Label>Volume</Label><SliderTrack style={{ height: 20, background: "#ddd" }}><SliderThumb style={{ width: 20, height: 20, background: "#66f", top: 10 }} /></SliderTrack></Slider>
  <DateField><Label>Start</Label><DateInput style={{ display: "flex" }}>{segment => <DateSegment segment={segment} />}</DateInput></DateField></div>);
