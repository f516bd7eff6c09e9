import { Accordion, AccordionItem, Breadcrumb, BreadcrumbItem, ContentSwitcher, Link, OverflowMenu, OverflowMenuItem, Pagination, Switch, Tab, TabList, TabPanel, TabPanels, Tabs, Tag, Tile, ClickableTile, TreeNode, TreeView } from "@carbon/react";
import { mount } from "./mount.jsx";

mount(<div><Breadcrumb><BreadcrumbItem href="#">Home</BreadcrumbItem></Breadcrumb><Tabs><TabList aria-label="Parts"><Tab>First</Tab><Tab>Second</Tab></TabList><TabPanels><TabPanel>Text <Link href="#">link</Link></TabPanel><TabPanel>x</TabPanel></TabPanels></Tabs>
  <Accordion><AccordionItem title="Details" open>Inside</AccordionItem></Accordion><ContentSwitcher onChange={() => 1}><Switch name="a" text="Day" /><Switch name="b" text="Week" /></ContentSwitcher><TreeView label="Food"><TreeNode id="f" label="Fruit" isExpanded><TreeNode id="a" label="Apple" /></TreeNode></TreeView>
  <ClickableTile href="#">Tile</ClickableTile><Pagination pageSizes={[5, 10]} totalItems={40} /><OverflowMenu aria-label="More" open><OverflowMenuItem itemText="Copy" /><OverflowMenuItem itemText="Delete" isDelete /></OverflowMenu></div>);
