import { DropdownMenu, Menubar, NavigationMenu } from "radix-ui";
import { mount } from "./mount.jsx";

mount(<div><Menubar.Root><Menubar.Menu><Menubar.Trigger>File</Menubar.Trigger></Menubar.Menu><Menubar.Menu><Menubar.Trigger>View</Menubar.Trigger></Menubar.Menu></Menubar.Root>
  <NavigationMenu.Root><NavigationMenu.List><NavigationMenu.Item><NavigationMenu.Link href="#">Home</NavigationMenu.Link></NavigationMenu.Item><NavigationMenu.Item><NavigationMenu.Trigger>Learn</NavigationMenu.Trigger></NavigationMenu.Item></NavigationMenu.List></NavigationMenu.Root>
  <DropdownMenu.Root open modal={false}><DropdownMenu.Trigger>Edit</DropdownMenu.Trigger><DropdownMenu.Portal><DropdownMenu.Content style={{ background: "#eee" }}><DropdownMenu.Label>Clipboard</DropdownMenu.Label><DropdownMenu.Item>Copy</DropdownMenu.Item>
  <DropdownMenu.CheckboxItem checked>Grid</DropdownMenu.CheckboxItem><DropdownMenu.RadioGroup value="a"><DropdownMenu.RadioItem value="a">Small</DropdownMenu.RadioItem></DropdownMenu.RadioGroup><DropdownMenu.Sub><DropdownMenu.SubTrigger>More</DropdownMenu.SubTrigger></DropdownMenu.Sub></DropdownMenu.Content></DropdownMenu.Portal></DropdownMenu.Root></div>);
