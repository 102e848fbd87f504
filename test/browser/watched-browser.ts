/**
 * Starts a Chromium in which every user has a separate profile. It records each user's documents, requests and
 * complaints for later checks.
 */
import {
	type Browser,
	type BrowserContext,
	type CDPSession,
	type ConsoleMessage,
	chromium,
	type Page,
} from 'playwright-core';
import { thisMachine } from '../../scripts/debian-packages.ts';
import { WAIT_MS_MAX } from '../../scripts/hang-limits.ts';
import { CHROMIUM, requireProgram } from '../../scripts/programs.ts';

const HEIGHT_PX = 800;
/** Width of a phone window, CSS pixels. */
export const PHONE_PX = 390;

/** A document that the browser received, including one that redirected immediately by script. */
export type SeenPage = { readonly url: string; readonly status: number; readonly html: string };

/** Name and value of a cookie that was set. */
export type Cookie = { readonly name: string; readonly value: string };

/** A user with a separate browser profile and a record of its traffic. */
export type Person = AsyncDisposable & {
	readonly page: Page;
	readonly context: BrowserContext;
	/** Every document, in order of arrival. */
	readonly seen: readonly SeenPage[];
	/** Every URL that the browser requested. */
	readonly addresses: readonly string[];
	/** Every submitted form. */
	readonly posted: readonly URLSearchParams[];
	/** Returns every cookie that the service has set so far. */
	readonly cookies: () => Promise<readonly Cookie[]>;
	/** Complaints in the browser's console: errors, warnings, violations of a page's policy, exceptions. */
	readonly complaints: readonly string[];
};

/** Settings of a user's browser. */
export type PersonOptions = {
	/** False disables scripts in this browser. */
	readonly script: boolean;
	/** Width of the window, CSS pixels. */
	readonly width: number;
	/** Language of the browser as a BCP 47 tag; that of the machine if absent. */
	readonly locale?: string;
};

/** A Chromium that records what its users see and send. */
export type WatchedBrowser = AsyncDisposable & {
	person(options: PersonOptions): Promise<Person>;
	/** Opens an unrecorded page as wide as a phone, for checks of recorded pages. */
	reader(): Promise<Page>;
};

/** @throws NoProgramError */
export async function openBrowser(): Promise<WatchedBrowser> {
	const machine = thisMachine();
	const browser = await chromium.launch({
		executablePath: requireProgram(CHROMIUM, machine),
		// Chromium's sandbox does not work for root; for other users it stays on.
		chromiumSandbox: !machine.isRoot,
	});
	return {
		person: (options) => openPerson(browser, options),
		reader: () => browser.newPage({ viewport: { width: PHONE_PX, height: HEIGHT_PX } }),
		[Symbol.asyncDispose]: () => browser.close(),
	};
}

/** Waits until the page has replaced the door page, which first proves the login's origin. */
export function behindTheDoor(page: Page): Promise<void> {
	return page.locator('script[data-step="door"]').waitFor({ state: 'detached' });
}

/** Waits until the service worker serves the page. Until then, the browser may still be loading the worker. */
export async function servedByWorker(page: Page): Promise<void> {
	await page.evaluate(`new Promise((resolve) => {
		if (navigator.serviceWorker.controller !== null) resolve();
		else navigator.serviceWorker.addEventListener('controllerchange', () => resolve());
	})`);
}

async function openPerson(browser: Browser, { script, width, locale }: PersonOptions): Promise<Person> {
	const viewport = { width, height: HEIGHT_PX };
	const context = await browser.newContext({
		javaScriptEnabled: script,
		viewport,
		...(locale === undefined ? {} : { locale }),
	});
	context.setDefaultTimeout(WAIT_MS_MAX);
	const page = await context.newPage();
	const kept: Kept = { seen: [], addresses: [], posted: [], complaints: [] };
	const setCookies: Promise<string[]>[] = [];
	keepComplaints(page, kept.complaints);
	page.on('request', (request) => kept.addresses.push(request.url()));
	page.on('response', (response) => {
		const values = response.headerValues('set-cookie');
		setCookies.push(values);
		// A failure is reported to the caller of `cookies`. A page that closes before its last response was read must
		// not cause an unhandled rejection here.
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

/** Records every complaint of the page's console and every exception of its scripts. */
export function keepComplaints(page: Page, complaints: string[]): void {
	page.on('console', (message) => keepComplaint(message, complaints));
	page.on('pageerror', (error) => complaints.push(`exception: ${error.message}`));
}

/** True if the browser complains about a connection that it cannot open because it is offline. */
export function isOfLostNetwork(complaint: string): boolean {
	return complaint.includes('net::ERR_INTERNET_DISCONNECTED');
}

type Kept = {
	readonly seen: SeenPage[];
	readonly addresses: string[];
	readonly posted: URLSearchParams[];
	readonly complaints: string[];
};

/**
 * Records a console complaint, except about documents with an error status, which are not faults of the page. `seen`
 * records that status.
 */
function keepComplaint(message: ConsoleMessage, complaints: string[]): void {
	if (message.type() !== 'error' && message.type() !== 'warning') return;
	if (/^Failed to load resource: the server responded with a status of [45]/.test(message.text())) return;
	complaints.push(`${message.type()} at ${message.location().url}: ${message.text()}`);
}

/**
 * Matches the debugger's error if the browser left a document before showing it. In that case, there is nothing to
 * record.
 */
const IS_LEFT = /Invalid InterceptionId|Target page, context or browser has been closed/;

/** Pauses each document until it is recorded, because a page that redirects immediately would otherwise be lost. */
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

/** Parses a Set-Cookie header. A deleted cookie has no value and is omitted. */
function readCookies(header: string): Cookie[] {
	const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(header) ?? [];
	return value === '' ? [] : [{ name, value }];
}
