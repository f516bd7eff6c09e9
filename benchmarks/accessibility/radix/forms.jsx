import { Checkbox, Label, RadioGroup, Select, Slider, Switch, Toggle, ToggleGroup } from "radix-ui";
import { mount } from "./mount.jsx";

const box = { width: 24, height: 24, border: "1px solid" };
mount(<form><Checkbox.Root id="c" style={box}><Checkbox.Indicator>x</Checkbox.Indicator></Checkbox.Root><Label.Root htmlFor="c">Agree</Label.Root><br />
  <Switch.Root id="s" name="night" style={{ ...box, width: 48 }}><Switch.Thumb /></Switch.Root><Label.Root htmlFor="s">Night</Label.Root>
  <RadioGroup.Root name="size" defaultValue="s" aria-label="Size"><RadioGroup.Item value="s" id="rs" style={box} /><label htmlFor="rs">Small</label><RadioGroup.Item value="l" id="rl" style={box} /><label htmlFor="rl">Large</label></RadioGroup.Root>
  <Slider.Root name="v" defaultValue={[30]} style={{ width: 200, height: 20, position: "relative", display: "flex" }}><Slider.Track style={{ background: "#ccc", flexGrow: 1 }}><Slider.Range /></Slider.Track><Slider.Thumb aria-label="Volume" style={{ ...box, display: "block", width: 18, height: 18 }} /></Slider.Root>
  <Toggle.Root aria-label="Bold">B</Toggle.Root><ToggleGroup.Root type="single" aria-label="Align"><ToggleGroup.Item value="l" aria-label="Left">L</ToggleGroup.Item><ToggleGroup.Item value="r" aria-label="Right">R</ToggleGroup.Item></ToggleGroup.Root>
  <Label.Root>Town <Select.Root name="town" defaultValue="o"><Select.Trigger aria-label="Town"><Select.Value /></Select.Trigger><Select.Portal><Select.Content><Select.Viewport><Select.Item value="o"><Select.ItemText>Oslo</Select.ItemText></Select.Item></Select.Viewport></Select.Content></Select.Portal></Select.Root></Label.Root></form>);
