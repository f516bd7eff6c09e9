import { Button, Cell, Checkbox, Column, Disclosure, DisclosurePanel, GridList, GridListItem, Heading, ListBox, ListBoxItem, Row, Tab, TabList, TabPanel, Table, TableBody, TableHeader, Tabs, Tag, TagGroup, TagList, Tree, TreeItem, TreeItemContent } from "react-aria-components";
import { mount } from "./mount.jsx";

mount(<div><Tabs><TabList aria-label="Parts"><Tab id="a">First</Tab><Tab id="b">Second</Tab></TabList><TabPanel id="a">Text</TabPanel></Tabs><ListBox aria-label="Towns" selectionMode="multiple" defaultSelectedKeys={["o"]}><ListBoxItem id="o">Oslo</ListBoxItem><ListBoxItem id="r">Rome</ListBoxItem></ListBox>
  <GridList aria-label="Files" selectionMode="multiple"><GridListItem textValue="Report"><Checkbox slot="selection" /> Report <Button aria-label="Info">i</Button></GridListItem></GridList><Table aria-label="People" selectionMode="multiple"><TableHeader><Column isRowHeader allowsSorting>Name</Column><Column>Age</Column></TableHeader>
  <TableBody><Row><Cell>Ann</Cell><Cell>20</Cell></Row><Row><Cell>Ben</Cell><Cell>21</Cell></Row></TableBody></Table><Disclosure defaultExpanded><Heading><Button slot="trigger">Details</Button></Heading><DisclosurePanel>Inside</DisclosurePanel></Disclosure>
  <TagGroup aria-label="Tags" onRemove={() => 1}><TagList><Tag textValue="Red">Red <Button slot="remove">x</Button></Tag></TagList></TagGroup></div>);
