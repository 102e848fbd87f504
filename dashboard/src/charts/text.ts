/** UI text for charts and their tables. */
export const text = {
	fault: 'The chart did not load. The table below has the figures.',
	label: (what: string) => `${what}. The table below has the figures.`,
	noRows: 'No figures yet.',
	time: 'Time',
	none: 'none',
	/** Value text of the chart's cursor, for screen readers. */
	readout: (time: string, figures: string) => `${time}: ${figures}`,
	buttons: { label: 'Zoom', in: 'Zoom in', out: 'Zoom out', all: 'Show all' },
	help: 'Drag to zoom, hold Shift to move. Keys: arrows read values, + and − zoom.',
	toggle: (name: string) => `Show ${name}`,
	credit: 'Charts by',
	zone: 'All times are in your time zone; hover for UTC.',
} as const;
