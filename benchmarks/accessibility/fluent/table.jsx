import { Button, createTableColumn, DataGrid, DataGridBody, DataGridCell, DataGridHeader, DataGridHeaderCell, DataGridRow, FluentProvider, Tag, TagGroup, webLightTheme } from "@fluentui/react-components";
import { mount } from "./mount.jsx";

const rows = [...Array(4).keys()].map(i => ({ id: i, name: "Person " + i }));
const columns = [createTableColumn({ columnId: "name", compare: (a, b) => a.id - b.id, renderHeaderCell: () => "Name", renderCell: row => row.name }), createTableColumn({ columnId: "act", renderHeaderCell: () => "Action", renderCell: row => <Button>Edit {row.name}</Button> })];
mount(<FluentProvider theme={webLightTheme}><DataGrid items={rows} columns={columns} sortable selectionMode="multiselect" getRowId={row => row.id}><DataGridHeader><DataGridRow selectionCell={{ checkboxIndicator: { "aria-label": "Select all rows" } }}>{({ renderHeaderCell }) => <DataGridHeaderCell>{renderHeaderCell()}</DataGridHeaderCell>}</DataGridRow></DataGridHeader>
  <DataGridBody>{({ item, rowId }) => <DataGridRow key={rowId} selectionCell={{ checkboxIndicator: { "aria-label": "Select row" } }}>{({ renderCell }) => <DataGridCell>{renderCell(item)}</DataGridCell>}</DataGridRow>}</DataGridBody></DataGrid>
  <TagGroup aria-label="Tags" onDismiss={() => 1}><Tag dismissible value="a">Red</Tag><Tag dismissible value="b">Blue</Tag></TagGroup></FluentProvider>);
