import { Button, DataTable, DatePicker, DatePickerInput, Table, TableBody, TableCell, TableHead, TableHeader, TableRow, TableSelectAll, TableSelectRow } from "@carbon/react";
import { mount } from "./mount.jsx";

const rows = [...Array(4).keys()].map(i => ({ id: String(i), name: "Person " + i, age: 20 + i }));
mount(<div><DataTable rows={rows} headers={[{ key: "name", header: "Name" }, { key: "age", header: "Age" }]} isSortable>{({ rows, headers, getHeaderProps, getRowProps, getSelectionProps, getTableProps }) => <Table {...getTableProps()}><TableHead><TableRow><TableSelectAll {...getSelectionProps()} />
  {headers.map(h => <TableHeader {...getHeaderProps({ header: h })}>{h.header}</TableHeader>)}</TableRow></TableHead><TableBody>{rows.map(r => <TableRow {...getRowProps({ row: r })}><TableSelectRow {...getSelectionProps({ row: r })} />{r.cells.map(c => <TableCell key={c.id}>{c.value}</TableCell>)}</TableRow>)}</TableBody></Table>}</DataTable>
  <DatePicker datePickerType="single"><DatePickerInput id="d" labelText="Start" placeholder="mm/dd/yyyy" /></DatePicker></div>);
