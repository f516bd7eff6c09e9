import { DataGrid } from "@mui/x-data-grid";
import { mount } from "./mount.jsx";

const rows = [...Array(9).keys()].map(i => ({ id: i, name: "Person " + i, age: 20 + i }));
mount(<div style={{ width: 700, height: 450 }}><DataGrid checkboxSelection rows={rows} columns={[{ field: "name", editable: true }, { field: "age", type: "number" }]} initialState={{ pagination: { paginationModel: { pageSize: 5 } } }} pageSizeOptions={[5]} /></div>);
