import { Breadcrumb, Collapse, Menu, Pagination, Steps, Tabs, Tag, Tree } from "antd";
import { mount } from "./mount.jsx";

const tree = [{ title: "Fruit", key: "f", children: [{ title: "Apple", key: "a" }, { title: "Pear", key: "p" }] }, { title: "Nuts", key: "n" }];
mount(<div><Tabs items={[{ key: 1, label: "First", children: "x" }, { key: 2, label: "Second" }]} /><Tag closable>Tag</Tag><Tree treeData={tree} defaultExpandAll checkable />
  <Menu mode="inline" defaultOpenKeys={["2"]} items={[{ key: 1, label: "Inbox" }, { key: 2, label: "More", children: [{ key: 3, label: "Sent" }] }]} /><Pagination total={40} showQuickJumper />
  <Collapse items={[{ key: 1, label: "Details", children: "x" }]} /><Breadcrumb items={[{ title: "Home", href: "#" }, { title: "Here" }]} /><Steps items={[{ title: "One" }, { title: "Two" }]} onChange={() => 1} /></div>);
