import { Button, Checkbox, DatePicker, Form, Input, InputNumber, Radio, Rate, Segmented, Select, Slider, Switch, Upload } from "antd";
import { mount } from "./mount.jsx";

mount(<div><Button type="primary">Save</Button><Form layout="vertical"><Form.Item label="Name" name="n"><Input allowClear /></Form.Item>
  <Form.Item label="Town" name="t"><Select options={[{ value: "Oslo" }, { value: "Rome" }]} /></Form.Item><Form.Item label="Day" name="d"><DatePicker /></Form.Item>
  <Form.Item label="Count" name="c"><InputNumber /></Form.Item><Form.Item label="Secret" name="s"><Input.Password /></Form.Item></Form>
  <Input.Search placeholder="Find" enterButton /><Checkbox>Agree</Checkbox><Switch aria-label="Night" /><Radio.Group options={["Small", "Large"]} defaultValue="Small" />
  <Slider defaultValue={30} /><Rate /><Segmented options={["Day", "Week"]} /><Upload><Button>Choose a file</Button></Upload></div>);
