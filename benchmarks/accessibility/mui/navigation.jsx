import { Accordion, AccordionDetails, AccordionSummary, Breadcrumbs, Chip, Link, List, ListItemButton, ListItemText, Pagination, Step, StepButton, Stepper, Tab, Tabs } from "@mui/material";
import { mount } from "./mount.jsx";

mount(<div><Tabs value={0}><Tab label="First" /><Tab label="Second" /></Tabs><Chip label="Chip" onClick={() => 1} onDelete={() => 1} />
  <List><ListItemButton><ListItemText primary="Inbox" secondary="3 new" /></ListItemButton><ListItemButton selected><ListItemText primary="Sent" /></ListItemButton></List>
  <Accordion defaultExpanded><AccordionSummary>More</AccordionSummary><AccordionDetails>Text <Link href="#">inside</Link></AccordionDetails></Accordion><Pagination count={4} />
  <Breadcrumbs><Link href="#">Home</Link><span>Here</span></Breadcrumbs><Stepper nonLinear activeStep={0}><Step><StepButton>One</StepButton></Step><Step><StepButton>Two</StepButton></Step></Stepper></div>);
