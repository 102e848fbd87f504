/**
 * Lists the pictures of the pages in `docs/pictures`: which page each one shows, at which window width, in which theme
 * and with which data. The script that takes the pictures and the check of the folder both read this list.
 */

/** A window in which every page is pictured, CSS pixels. */
export type PictureWindow = { readonly width: number; readonly height: number };
/** Colours in which every page is pictured. */
export type PictureTheme = 'light' | 'dark';

/** One state of a page. */
export type PicturedPage = {
	/** First part of the names of its pictures. */
	readonly name: string;
	/** Path of the page, as the service registers it. */
	readonly path: string;
	/** Content of the pictures, in words. */
	readonly shows: string;
	/** Data that the page shows, in words. */
	readonly data: string;
};

/** A desktop, a small laptop or tablet, and a phone. */
export const PICTURE_WINDOWS: readonly PictureWindow[] = [
	{ width: 1_440, height: 900 },
	{ width: 1_024, height: 768 },
	{ width: 390, height: 844 },
];
export const PICTURE_THEMES: readonly PictureTheme[] = ['light', 'dark'];
/** Name of the list in the folder of the pictures. */
export const PICTURE_LIST = 'README.md';
/** Maximum size of all pictures together, bytes. Every clone of the repository downloads them. */
export const PICTURE_BYTES_MAX = 12_000_000;

const FEW = '3 opportunities';
const SOME = '45 opportunities';
const MANY = '22,500 opportunities';
const HELD = '3 open positions, 1 closed';

function page(name: string, path: string, shows: string, data: string): PicturedPage {
	return { name, path, shows, data };
}

/** Every state of a page that has pictures. */
export const PICTURED_PAGES = [
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
] as const satisfies readonly PicturedPage[];

/** Returns the file name of one picture. */
export function pictureFile(name: string, { width }: PictureWindow, theme: PictureTheme): string {
	return `${name}-${width}-${theme}.webp`;
}

/** Returns the file names of all pictures of a page. */
export function pictureFilesOf(name: string): readonly string[] {
	return PICTURE_WINDOWS.flatMap((window) => PICTURE_THEMES.map((theme) => pictureFile(name, window, theme)));
}

/** Renders the list as a page of the documentation. */
export function renderPictureList(): string {
	const rows = PICTURED_PAGES.flatMap(({ name, path, shows, data }) =>
		PICTURE_WINDOWS.flatMap((window) =>
			PICTURE_THEMES.map((theme) => [
				`\`${pictureFile(name, window, theme)}\``,
				`${shows} (\`${path}\`)`,
				`${window.width} × ${window.height}`,
				theme,
				data,
			]),
		),
	);
	const table = [['Picture', 'Page', 'Window', 'Theme', 'Data'], ['-', '-', '-', '-', '-'], ...rows];
	return `# Pictures

Each picture shows a page of a service with simulated exchanges, one window high. The script
\`test/browser/take-screenshots.ts\` takes the pictures and writes this page.

${table.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}
`;
}

/** The folder of the pictures, as the check finds it. */
export type PictureFolder = {
	/** Size of each file, bytes. */
	readonly files: ReadonlyMap<string, number>;
	/** Text of the list; undefined if the folder has none. */
	readonly list: string | undefined;
};

/**
 * Returns the faults of the folder and of the list, as sentences.
 * @param paths paths of all dashboard pages; the list must have each
 */
export function faultsOfPictures({ files, list }: PictureFolder, paths: readonly string[]): string[] {
	const wanted = new Set(PICTURED_PAGES.flatMap(({ name }) => pictureFilesOf(name)));
	const pictured = new Set<string>(PICTURED_PAGES.map(({ path }) => path));
	const pictures = [...files].filter(([name]) => name.endsWith('.webp'));
	const bytes = pictures.reduce((sum, [, size]) => sum + size, 0);
	return [
		...paths.filter((path) => !pictured.has(path)).map((path) => `no picture shows the page ${path}`),
		...(list === renderPictureList() ? [] : [`${PICTURE_LIST} is not the list of the pictures`]),
		...[...wanted].filter((name) => !files.get(name)).map((name) => `${name} is missing or empty`),
		...pictures.filter(([name]) => !wanted.has(name)).map(([name]) => `${name} is not in the list`),
		...(bytes > PICTURE_BYTES_MAX
			? [`the pictures are too large: were ${bytes} bytes, limit ${PICTURE_BYTES_MAX}`]
			: []),
	];
}
