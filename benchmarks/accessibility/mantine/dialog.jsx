import { Button, Drawer, MantineProvider, Modal, TextInput } from "@mantine/core";
import { mount } from "./mount.jsx";

mount(<MantineProvider><Button>Behind</Button><Modal opened onClose={() => 1} title="Rename"><TextInput label="New name" data-autofocus /><Button>Rename</Button></Modal></MantineProvider>);
