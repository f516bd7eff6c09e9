import { Button, Input, Modal } from "antd";
import { mount } from "./mount.jsx";

mount(<div><Button>Behind</Button><a href="#">Behind too</a><Modal open title="Rename" okText="Rename"><Input placeholder="New name" /></Modal></div>);
