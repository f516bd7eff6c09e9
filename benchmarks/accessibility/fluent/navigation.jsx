import { Accordion, AccordionHeader, AccordionItem, AccordionPanel, Breadcrumb, BreadcrumbButton, BreadcrumbItem, FluentProvider, Link, MenuButton, Menu, MenuItem, MenuItemCheckbox, MenuList, MenuPopover, MenuTrigger, Tab, TabList, Tree, TreeItem, TreeItemLayout, webLightTheme } from "@fluentui/react-components";
import { mount } from "./mount.jsx";

mount(<FluentProvider theme={webLightTheme}><TabList defaultSelectedValue="a"><Tab value="a">First</Tab><Tab value="b">Second</Tab></TabList><Breadcrumb><BreadcrumbItem><BreadcrumbButton>Home</BreadcrumbButton></BreadcrumbItem></Breadcrumb>
  <Accordion defaultOpenItems="x"><AccordionItem value="x"><AccordionHeader>Details</AccordionHeader><AccordionPanel>Inside <Link href="#">link</Link></AccordionPanel></AccordionItem></Accordion>
  <Tree aria-label="Food" defaultOpenItems={["f"]}><TreeItem itemType="branch" value="f"><TreeItemLayout>Fruit</TreeItemLayout><Tree><TreeItem itemType="leaf"><TreeItemLayout>Apple</TreeItemLayout></TreeItem></Tree></TreeItem></Tree>
  <Menu open checkedValues={{ v: ["g"] }}><MenuTrigger><MenuButton>Edit</MenuButton></MenuTrigger><MenuPopover><MenuList><MenuItem secondaryContent="Ctrl+C">Copy</MenuItem><MenuItemCheckbox name="v" value="g">Grid</MenuItemCheckbox></MenuList></MenuPopover></Menu></FluentProvider>);
