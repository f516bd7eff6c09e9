import { Accordion, Anchor, Burger, Button, CloseButton, Combobox, MantineProvider, Menu, NavLink, Pagination, Stepper, Tabs } from "@mantine/core";
import { DatePicker } from "@mantine/dates";
import { mount } from "./mount.jsx";

mount(<MantineProvider><Tabs defaultValue="a"><Tabs.List><Tabs.Tab value="a">First</Tabs.Tab><Tabs.Tab value="b">Second</Tabs.Tab></Tabs.List></Tabs><NavLink href="#" label="Inbox" description="3 new" /><NavLink label="More" defaultOpened><NavLink href="#" label="Sent" /></NavLink>
  <Accordion defaultValue="x"><Accordion.Item value="x"><Accordion.Control>Details</Accordion.Control><Accordion.Panel>Inside <Anchor href="#">link</Anchor></Accordion.Panel></Accordion.Item></Accordion><Pagination total={4} /><Burger aria-label="Menu" /><CloseButton />
  <DatePicker defaultDate={new Date(2026, 0, 2)} /><Menu opened><Menu.Target><Button>Edit</Button></Menu.Target><Menu.Dropdown><Menu.Item>Copy</Menu.Item><Menu.Item disabled>Paste</Menu.Item></Menu.Dropdown></Menu></MantineProvider>);
