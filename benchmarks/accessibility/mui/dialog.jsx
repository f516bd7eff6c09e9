import { Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from "@mui/material";
import { mount } from "./mount.jsx";

mount(<div><Button>Behind</Button><Dialog open><DialogTitle>Rename</DialogTitle><DialogContent><TextField id="n" label="New name" /></DialogContent>
  <DialogActions><Button>Cancel</Button><Button>Rename</Button></DialogActions></Dialog></div>);
