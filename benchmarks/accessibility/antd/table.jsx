import { Button, Dropdown, List, Table } from "antd";
import { mount } from "./mount.jsx";

const rows = [...Array(5).keys()].map(i => ({ key: i, name: "Person " + i, age: 20 + i }));
const columns = [{ title: "Name", dataIndex: "name", sorter: (a, b) => a.age - b.age, filters: [{ text: "One", value: "1" }], onFilter: () => true }, { title: "Age", dataIndex: "age" },
  { title: "Action", render: (_, row) => <a href="#">Edit {row.name}</a> }];
mount(<div><Table dataSource={rows} columns={columns} rowSelection={{}} pagination={{ pageSize: 4 }} />
  <List dataSource={rows.slice(0, 2)} renderItem={row => <List.Item actions={[<Button key="x">Remove</Button>]}>{row.name}</List.Item>} />
  <Dropdown open menu={{ items: [{ key: 1, label: "Copy" }, { key: 2, label: "Paste" }] }}><Button>Edit</Button></Dropdown></div>);
