import { Button, Dialog, DialogActions, DialogBody, DialogContent, DialogSurface, DialogTitle, Field, FluentProvider, Input, webLightTheme } from "@fluentui/react-components";
import { mount } from "./mount.jsx";

mount(<FluentProvider theme={webLightTheme}><Button>Behind</Button><Dialog open><DialogSurface><DialogBody><DialogTitle>Rename</DialogTitle><DialogContent><Field label="New name"><Input /></Field></DialogContent>
  <DialogActions><Button>Cancel</Button><Button appearance="primary">Rename</Button></DialogActions></DialogBody></DialogSurface></Dialog></FluentProvider>);
