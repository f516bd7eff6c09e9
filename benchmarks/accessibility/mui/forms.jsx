import { Autocomplete, Button, Checkbox, FormControlLabel, IconButton, MenuItem, Radio, RadioGroup, Rating, Slider, SvgIcon, Switch, TextField, ToggleButton, ToggleButtonGroup } from "@mui/material";
import { mount } from "./mount.jsx";

mount(<div><Button variant="contained">Save</Button><IconButton aria-label="Delete"><SvgIcon><path d="M0 0h24v24H0z" /></SvgIcon></IconButton><TextField id="n" label="Name" />
  <TextField id="t" label="Town" select value="Oslo"><MenuItem value="Oslo">Oslo</MenuItem><MenuItem value="Rome">Rome</MenuItem></TextField>
  <Autocomplete id="a" options={["Apple", "Pear"]} renderInput={p => <TextField {...p} label="Fruit" />} /><FormControlLabel control={<Checkbox />} label="Agree" /><FormControlLabel control={<Switch />} label="Night" />
  <FormControlLabel disabled control={<Checkbox />} label="Not now" /><RadioGroup defaultValue="s"><FormControlLabel value="s" control={<Radio />} label="Small" /><FormControlLabel value="l" control={<Radio />} label="Large" /></RadioGroup>
  <Slider aria-label="Volume" defaultValue={30} style={{ width: 200 }} /><Rating name="r" value={2} /><TextField multiline label="Notes" id="m" />
  <ToggleButtonGroup value="a" exclusive><ToggleButton value="a">Bold</ToggleButton><ToggleButton value="b">Italic</ToggleButton></ToggleButtonGroup></div>);
