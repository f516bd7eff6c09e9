import { Autocomplete, Button, Checkbox, Chip, ColorInput, FileInput, MantineProvider, MultiSelect, NumberInput, PasswordInput, PinInput, Radio, Rating, SegmentedControl, Select, Slider, Switch, TagsInput, TextInput, Textarea } from "@mantine/core";
import { mount } from "./mount.jsx";

mount(<MantineProvider><Button>Save</Button><TextInput label="Name" description="In full" withAsterisk /><PasswordInput label="Password" /><Select label="Town" data={["Oslo", "Rome"]} defaultValue="Oslo" /><MultiSelect label="Colours" data={["Red"]} defaultValue={["Red"]} /><Autocomplete label="Fruit" data={["Apple"]} />
  <NumberInput label="Count" defaultValue={3} /><Checkbox label="Agree" /><Switch label="Night" /><Radio.Group label="Size" defaultValue="s"><Radio value="s" label="Small" /><Radio value="l" label="Large" /></Radio.Group><Chip>Chip</Chip><SegmentedControl data={["Day", "Week"]} /><Slider thumbLabel="Volume" defaultValue={30} /><Rating defaultValue={2} />
  <FileInput label="Photo" placeholder="Choose a file" /><PinInput length={4} aria-label="Code" /><Textarea label="Notes" /></MantineProvider>);
