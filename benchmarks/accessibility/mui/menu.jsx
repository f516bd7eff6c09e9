import { Button, Menu, MenuItem } from "@mui/material";
import { useEffect, useState } from "react";
import { mount } from "./mount.jsx";

const Page = () => {
  const [anchor, setAnchor] = useState(null);
  useEffect(() => setAnchor(document.getElementById("edit")), []);
  return <div><Button id="edit">Edit</Button><Button>Behind</Button><Menu open={Boolean(anchor)} anchorEl={anchor}><MenuItem>Copy</MenuItem><MenuItem disabled>Paste</MenuItem></Menu></div>;
};
mount(<Page />);
