/**
 * A Chromium in which every person has a profile of their own, and everything that a page shows, asks for or complains of
 * is kept, for the checks that come after.
 */
import {
	type Browser,
	type BrowserContext,
	type CDPSession,
	type ConsoleMessage,
	chromium,
	type Page,
} from 'playwright-core';
import { requireChromium, thisMachine } from '../../scripts/chromium.ts';
import { WAIT_MS_MAX } from '../../scripts/hang-limits.ts';

const HEIGHT_PX = 800;
export const PHONE_PX = 390;

/** A document that was answered, also one that sent the browser on at once. */
export type SeenPage = { readonly url: string; readonly status: number; readonly html: string };

export type Cookie = { readonly name: string; readonly value: string };

export type Person = AsyncDisposable & {
	readonly page: Page;
	readonly context: BrowserContext;
	/** Every document, in the order in which they came. */
	readonly seen: readonly SeenPage[];
	/** Every address that was asked for. */
	readonly addresses: readonly string[];
	/** Every form that was sent. */
	readonly posted: readonly URLSearchParams[];
	/** Every cookie that was set so far. */
	readonly cookies: () => Promise<readonly Cookie[]>;
	/** What the browser's console complained of: errors, warnings, violations of a page's policy, exceptions. */
	readonly complaints: readonly string[];
};

export type PersonOptions = {
	/** False is a browser in which no page runs any. */
	readonly script: boolean;
	/** Of the window, in CSS pixels. */
	readonly width: number;
};

export type WatchedBrowser = AsyncDisposable & {
	person(options: PersonOptions): Promise<Person>;
	/** A page as wide as a phone that nobody watches, to look at others with. */
	reader(): Promise<Page>;
};

/** @throws NoChromiumError */
export async function openBrowser(): Promise<WatchedBrowser> {
	const machine = thisMachine();
	const browser = await chromium.launch({
		executablePath: requireChromium(machine),
		// Root has no sandbox in Chromium; everybody else keeps it.
		chromiumSandbox: !machine.isRoot,
	});
	return {
		person: (options) => openPerson(browser, options),
		reader: () => browser.newPage({ viewport: { width: PHONE_PX, height: HEIGHT_PX } }),
		[Symbol.asyncDispose]: () => browser.close(),
	};
}

/** Until the page itself is there, and no longer the door page that proves the origin of its login first. */
export function behindTheDoor(page: Page): Promise<void> {
	return page.locator('script[data-step="door"]').waitFor({ state: 'detached' });
}

async function openPerson(browser: Browser, { script, width }: PersonOptions): Promise<Person> {
	const viewport = { width, height: HEIGHT_PX };
	const context = await browser.newContext({ javaScriptEnabled: script, viewport });
	context.setDefaultTimeout(WAIT_MS_MAX);
	const page = await context.newPage();
	const kept: Kept = { seen: [], addresses: [], posted: [], complaints: [] };
	const setCookies: Promise<string[]>[] = [];
	page.on('console', (message) => keepComplaint(message, kept));
	page.on('pageerror', (error) => kept.complaints.push(`exception: ${error.message}`));
	page.on('request', (request) => kept.addresses.push(request.url()));
	page.on('response', (response) => {
		const values = response.headerValues('set-cookie');
		setCookies.push(values);
		// The caller of `cookies` sees a failure; a page that closes before its last answer was read is not one.
		values.catch(() => undefined);
	});
	await keepDocuments(await context.newCDPSession(page), kept);
	return {
		page,
		context,
		...kept,
		cookies: async () => (await Promise.all(setCookies)).flat().flatMap(readCookies),
		[Symbol.asyncDispose]: () => context.close(),
	};
}

type Kept = {
	readonly seen: SeenPage[];
	readonly addresses: string[];
	readonly posted: URLSearchParams[];
	readonly complaints: string[];
};

/** That a document was answered with an error status is no fault of the page: which ones were is in `seen`. */
function keepComplaint(message: ConsoleMessage, { complaints }: Kept): void {
	if (message.type() !== 'error' && message.type() !== 'warning') return;
	if (/^Failed to load resource: the server responded with a status of [45]/.test(message.text())) return;
	complaints.push(`${message.type()} at ${message.location().url}: ${message.text()}`);
}

/** The debugger's answer when the browser went elsewhere before it showed the document: there is nothing to keep then. */
const IS_LEFT = /Invalid InterceptionId|Target page, context or browser has been closed/;

/** The browser waits with each document until it is kept: a page that sends it on would be gone otherwise. */
async function keepDocuments(session: CDPSession, kept: Kept): Promise<void> {
	session.on(
		'Fetch.requestPaused',
		async ({ requestId, request, responseStatusCode = 0, responseHeaders = [] }) => {
			try {
				const headers = responseHeaders.map(({ name, value }) => [name.toLowerCase(), value] as const);
				if (request.postData !== undefined) kept.posted.push(new URLSearchParams(request.postData));
				const isHtml = headers.some(
					([name, value]) => name === 'content-type' && value.startsWith('text/html'),
				);
				const isRedirect = headers.some(([name]) => name === 'location');
				if (isHtml && !isRedirect) {
					const { body, base64Encoded } = await session.send('Fetch.getResponseBody', { requestId });
					const html = Buffer.from(body, base64Encoded ? 'base64' : 'utf8').toString('utf8');
					kept.seen.push({ url: request.url, status: responseStatusCode, html });
				}
				await session.send('Fetch.continueRequest', { requestId });
			} catch (error) {
				if (!IS_LEFT.test(String(error))) kept.complaints.push(`not kept: ${request.url}: ${String(error)}`);
			}
		},
	);
	await session.send('Fetch.enable', {
		patterns: [{ resourceType: 'Document', requestStage: 'Response' }],
	});
}

/** One that is taken away has no value. */
function readCookies(header: string): Cookie[] {
	const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(header) ?? [];
	return value === '' ? [] : [{ name, value }];
}
