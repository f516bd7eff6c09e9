import { AdapterDayjs } from "@mui/x-date-pickers/AdapterDayjs";
import { DateCalendar, DatePicker, LocalizationProvider } from "@mui/x-date-pickers";
import dayjs from "dayjs";
import { mount } from "./mount.jsx";

mount(<LocalizationProvider dateAdapter={AdapterDayjs}><DatePicker label="Start" defaultValue={dayjs("2026-01-02")} /><DateCalendar defaultValue={dayjs("2026-01-02")} /></LocalizationProvider>);
