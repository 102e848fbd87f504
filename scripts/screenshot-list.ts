/**
 * Lists the screenshots of the pages in `docs/pictures`: which page each one shows, at which window width, in which
 * theme and with which data. The script that takes the screenshots and the check of the folder both read this list.
 */

/** A window in which every page is shown, CSS pixels. */
export type ScreenshotWindow = { readonly width: number; readonly height: number };
/** Colours in which every page is shown. */
export type ScreenshotTheme = 'light' | 'dark';

/** One state of a page. */
export type ScreenshotPage = {
	/** First part of the names of its screenshots. */
	readonly name: string;
	/** Path of the page, as the service registers it. */
	readonly path: string;
	/** Content of the screenshots, in words. */
	readonly shows: string;
	/** Data that the page shows, in words. */
	readonly data: string;
};

/** A desktop, a small laptop or tablet, and a phone. */
export const SCREENSHOT_WINDOWS: readonly ScreenshotWindow[] = [
	{ width: 1_440, height: 900 },
	{ width: 1_024, height: 768 },
	{ width: 390, height: 844 },
];
export const SCREENSHOT_THEMES: readonly ScreenshotTheme[] = ['light', 'dark'];
/** Name of the list in the folder of the screenshots. */
export const SCREENSHOT_LIST = 'README.md';
/** Maximum size of all screenshots together, bytes. Every clone of the repository downloads them. */
export const SCREENSHOT_BYTES_MAX = 12_000_000;

const FEW = '3 opportunities';
const SOME = '45 opportunities';
const MANY = '22,500 opportunities';
const HELD = '3 open positions, 1 closed';

function page(name: string, path: string, shows: string, data: string): ScreenshotPage {
	return { name, path, shows, data };
}

/** Every state of a page that has screenshots. */
export const SCREENSHOT_PAGES = [
	page('opportunities', '/', 'List of opportunities', SOME),
	page('opportunities-3', '/', 'List of opportunities', FEW),
	page('opportunities-22500', '/', 'List of opportunities', MANY),
	page('opportunities-reasons', '/', 'List with the reasons of the first row', SOME),
	page('funding-map', '/funding', 'Funding map', SOME),
	page('funding-coin', '/funding', 'Funding history of a coin', SOME),
	page('opportunity', '/opportunities/:opportunityId', 'Opportunity from the top', SOME),
	page('opportunity-history', '/opportunities/:opportunityId', 'Opportunity from its history', SOME),
	page('preview', '/opportunities/:opportunityId/execute', 'Preview of an opening', SOME),
	page('execution', '/executions/:executionId', 'Running execution', HELD),
	page('portfolio-empty', '/portfolio', 'Portfolio without a position', 'no position'),
	page('portfolio', '/portfolio', 'Portfolio', HELD),
	page('portfolio-200', '/portfolio', 'Portfolio', '200 open positions'),
	page('portfolio-position', '/portfolio', 'Portfolio with an unfolded position', HELD),
	page('portfolio-history', '/portfolio', 'Portfolio from its history', HELD),
	page('plan', '/plan', 'Plan of a portfolio', SOME),
	page('autopilot', '/autopilot', 'Pot with suggestions', '1 pot with a shadow pot'),
	page('what-if', '/what-if', 'Effect of a shock', HELD),
	page('backtest', '/backtest', 'Backtest form', '75 days of settled rates'),
	page('backtest-result', '/backtest', 'Result of a backtest', '75 days of settled rates'),
	page('alerts', '/alerts', 'Alerts', '1 target, 1 rule'),
	page('status', '/status', 'Status', SOME),
	page('connections', '/connections', 'Exchanges', '5 accounts'),
	page('disconnect', '/connections/account/:accountId/disconnect', 'Disconnecting an account', HELD),
	page('tokens', '/tokens', 'Tokens', '1 token'),
	page('agents', '/agents', 'Agents', '1 agent'),
	page('agent', '/agents/:agentId', 'One agent', '1 agent'),
	page('chat', '/chat', 'Chat', '1 linked chat'),
	page('audit', '/audit', 'Audit trail', 'entries of one visit'),
	page('account', '/account', 'Account', 'guest'),
	page('preferences', '/preferences', 'Preferences', 'defaults'),
	page('login', '/login', 'Login', 'no login'),
	page('consent', '/interaction/:uid', 'Access that an application requests', '1 application'),
	page('offline', '/portfolio', 'Page without a connection to the service', 'no connection'),
	page('documentation', '/docs/', 'First page of the documentation', 'none'),
] as const satisfies readonly ScreenshotPage[];

/** Returns the file name of one screenshot. */
export function screenshotFile(name: string, { width }: ScreenshotWindow, theme: ScreenshotTheme): string {
	return `${name}-${width}-${theme}.webp`;
}

/** Returns the file names of all screenshots of a page. */
export function screenshotFilesOf(name: string): readonly string[] {
	return SCREENSHOT_WINDOWS.flatMap((window) =>
		SCREENSHOT_THEMES.map((theme) => screenshotFile(name, window, theme)),
	);
}

/** Renders the list as a page of the documentation. */
export function renderScreenshotList(): string {
	const rows = SCREENSHOT_PAGES.flatMap(({ name, path, shows, data }) =>
		SCREENSHOT_WINDOWS.flatMap((window) =>
			SCREENSHOT_THEMES.map((theme) => [
				`\`${screenshotFile(name, window, theme)}\``,
				`${shows} (\`${path}\`)`,
				`${window.width} × ${window.height}`,
				theme,
				data,
			]),
		),
	);
	const table = [['Screenshot', 'Page', 'Window', 'Theme', 'Data'], ['-', '-', '-', '-', '-'], ...rows];
	return `# Screenshots

Each screenshot shows a page of a service with simulated exchanges, one window high. The script
\`test/browser/take-screenshots.ts\` takes the screenshots and writes this page.

${table.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}
`;
}

/** The folder of the screenshots, as the check finds it. */
export type ScreenshotFolder = {
	/** Size of each file, bytes. */
	readonly files: ReadonlyMap<string, number>;
	/** Text of the list; undefined if the folder has none. */
	readonly list: string | undefined;
};

/**
 * Returns the faults of the folder and of the list, as sentences.
 * @param paths paths of all dashboard pages; the list must have each
 */
export function faultsOfScreenshots({ files, list }: ScreenshotFolder, paths: readonly string[]): string[] {
	const wanted = new Set(SCREENSHOT_PAGES.flatMap(({ name }) => screenshotFilesOf(name)));
	const shown = new Set<string>(SCREENSHOT_PAGES.map(({ path }) => path));
	const screenshots = [...files].filter(([name]) => name.endsWith('.webp'));
	const bytes = screenshots.reduce((sum, [, size]) => sum + size, 0);
	return [
		...paths.filter((path) => !shown.has(path)).map((path) => `no screenshot shows the page ${path}`),
		...(list === renderScreenshotList() ? [] : [`${SCREENSHOT_LIST} is not the list of the screenshots`]),
		...[...wanted].filter((name) => !files.get(name)).map((name) => `${name} is missing or empty`),
		...screenshots.filter(([name]) => !wanted.has(name)).map(([name]) => `${name} is not in the list`),
		...(bytes > SCREENSHOT_BYTES_MAX
			? [`the screenshots are too large: were ${bytes} bytes, limit ${SCREENSHOT_BYTES_MAX}`]
			: []),
	];
}
