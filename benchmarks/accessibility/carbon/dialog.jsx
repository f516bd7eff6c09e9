import { Button, Modal, TextInput } from "@carbon/react";
import { mount } from "./mount.jsx";

mount(<div><Button>Behind</Button><Modal open modalHeading="Rename" primaryButtonText="Rename" secondaryButtonText="Cancel"><TextInput id="n" labelText="New name" /></Modal></div>);
