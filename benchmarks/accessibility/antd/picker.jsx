import { DatePicker, Select } from "antd";
import dayjs from "dayjs";
import { mount } from "./mount.jsx";

mount(<div><Select open mode="multiple" aria-label="Towns" style={{ width: 200 }} value={["Oslo"]} options={[{ value: "Oslo" }, { value: "Rome" }]} /><div style={{ height: 120 }} />
  <DatePicker open defaultValue={dayjs("2026-01-02")} /></div>);
