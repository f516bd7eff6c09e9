import { Accordion, Collapsible, Select, Tabs, Toolbar } from "radix-ui";
import { mount } from "./mount.jsx";

mount(<div><Tabs.Root defaultValue="a"><Tabs.List><Tabs.Trigger value="a">First</Tabs.Trigger><Tabs.Trigger value="b">Second</Tabs.Trigger></Tabs.List><Tabs.Content value="a">Text</Tabs.Content></Tabs.Root>
  <Accordion.Root type="single" defaultValue="x"><Accordion.Item value="x"><Accordion.Header><Accordion.Trigger>Details</Accordion.Trigger></Accordion.Header><Accordion.Content>Inside <a href="#">link</a></Accordion.Content></Accordion.Item></Accordion.Root>
  <Collapsible.Root open><Collapsible.Trigger>Show more</Collapsible.Trigger><Collapsible.Content>Open</Collapsible.Content></Collapsible.Root>
  <Toolbar.Root aria-label="Format"><Toolbar.Button>Bold</Toolbar.Button><Toolbar.Link href="#">Help</Toolbar.Link><Toolbar.ToggleGroup type="single"><Toolbar.ToggleItem value="a">Left</Toolbar.ToggleItem></Toolbar.ToggleGroup></Toolbar.Root></div>);
