/**
 * Serves the pages: identifies the user, checks forms, adds headers, and renders errors as pages. Every form passes
 * three checks: Fetch Metadata, the origin header, and a hidden field that only our pages contain. Pages with forms
 * or user data require a browser that proves its origin; any other browser gets the door page (`door-page.ts`).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { payerBeside } from '../../api/http/cross-site.ts';
import {
	addressKey,
	createRateLimiter,
	type RateLimit,
	type RateLimiter,
} from '../../api/http/rate-limit.ts';
import { reportPolicy } from '../../api/http/report-policy.ts';
import { CarrywireError } from '../../domain/carrywire-error.ts';
import { html } from '../../domain/html.ts';
import type { TradingMode } from '../../domain/trading-mode.ts';
import { withoutSecrets } from '../../domain/without-secrets.ts';
import type { Clock, Random } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import { browserOf, checkForm, foreignForm, isEntered, isForeign } from './asking-browser.ts';
import type { Browser, BrowserSessions } from './browser-sessions.ts';
import type { DashboardEntries } from './dashboard-files.ts';
import { appBody } from './dashboard-pages.ts';
import { answerAtDoor, DOOR_PATH, doorPage, splitEntry } from './door-page.ts';
import { statusOf } from './http-status.ts';
import { frame, partName, themeOf } from './layout.ts';
import { otherName, siteOf } from './own-site.ts';
import type { Page, PageAnswer, Visitor } from './page.ts';
import { pageHeaders } from './page-headers.ts';
import { addLanguage, pageLanguage, texts } from './page-language.ts';
import { wordsIn } from './words-in.ts';

/** The pages and their dependencies. */
export type PageParts = {
	readonly pages: readonly Page[];
	readonly sessions: BrowserSessions;
	readonly userName: (userId: string) => Promise<string | undefined>;
	/** Scheme and authority of the service. */
	readonly baseUrl: () => string;
	/** Trading mode, which every page shows. */
	readonly tradingMode: TradingMode;
	readonly isRehearsal: boolean;
	/** Script and styles of the dashboard; undefined if the dashboard has not been built. */
	readonly dashboard: DashboardEntries | undefined;
	/**
	 * True if `baseUrl` follows from the listening address. Browsers that use another name are then redirected to it.
	 */
	readonly isOwnName: boolean;
	/** Rate limit for page requests: per user, and per address for visitors without a login. */
	readonly rateLimit: RateLimit;
	readonly clock: Clock;
	readonly random: Random;
	readonly logger: Logger;
};

const FORM_BYTES_MAX = 65_536;
const FORM_TYPE = 'application/x-www-form-urlencoded';

type Shown = Extract<PageAnswer, { readonly kind: 'page' }>;

/** Registers each page with its checks. Refusals are also shown as pages. */
export function addPages(app: FastifyInstance, parts: PageParts): void {
	const limiter = createRateLimiter(parts.rateLimit);
	app.register(async (scope) => {
		// Pages accept only form bodies; JSON is for methods.
		scope.removeAllContentTypeParsers();
		scope.addContentTypeParser(
			FORM_TYPE,
			{ parseAs: 'string', bodyLimit: FORM_BYTES_MAX },
			(_request, body, done) => done(null, new URLSearchParams(String(body))),
		);
		addLanguage(scope);
		scope.addHook('onRequest', async (request, reply) => {
			// A form's body identifies its user, so POST requests are admitted only in preHandler, after the body has
			// been parsed.
			if (request.method !== 'POST') await admit(request, parts, limiter);
			const elsewhere = otherName(request, parts);
			if (elsewhere !== undefined) return reply.redirect(elsewhere, 308);
			return undefined;
		});
		scope.addHook('preHandler', async (request) => {
			if (request.method === 'POST') await admit(request, parts, limiter);
		});
		scope.setErrorHandler(async (error, request, reply) => {
			if (error instanceof CarrywireError) sayWhenAgain(reply, error);
			// The dashboard's script posts forms and expects errors as JSON.
			if (request.headers.accept === 'application/json') return sendFault(reply, error, parts);
			const browser = await browserOf(request, parts);
			if (request.is404 && request.method === 'GET' && browser.unprovenLogin !== undefined)
				return showDoor(reply, browser, parts);
			const { url, method } = request.routeOptions;
			const { nav } = parts.pages.find((page) => page.path === url && page.method === method) ?? {};
			const userName = await nameOf(browser, parts);
			const shown = errorPage(error, request, parts, userName === undefined ? '/login' : nav);
			return show(reply, shown, { browser, userName, nav, isEntered: isEntered(request) }, parts);
		});
		scope.setNotFoundHandler((request) => {
			const path = JSON.stringify((request.url.split('?')[0] ?? '').slice(0, 80));
			throw new CarrywireError('NOT_FOUND', texts().FAILURES.unknown(path));
		});
		for (const page of parts.pages) {
			scope.route({
				method: page.method,
				url: page.path,
				handler: (request, reply) => serve(page, request, reply, parts),
			});
		}
		scope.post(DOOR_PATH, async (request, reply) => {
			const browser = await browserOf(request, parts);
			if (isForeign(request, parts) || browser.origin === undefined) throw foreignForm();
			const path = request.body instanceof URLSearchParams ? (request.body.get('path') ?? '') : '';
			const around = { browser, userName: undefined, nav: undefined, isEntered: false };
			reply.header('set-cookie', [...browser.cookies]);
			return send(reply, answerAtDoor(browser, path), around, parts);
		});
	});
}

/**
 * Counts a page request against the rate limit. Users have their own budget, so that strangers at the same address
 * cannot lock them out. A login that still has to prove its origin also has its own budget. Requests caused by
 * foreign pages are counted separately.
 * @throws CarrywireError RATE_LIMITED
 */
async function admit(request: FastifyRequest, parts: PageParts, limiter: RateLimiter): Promise<void> {
	const { userId, unprovenLogin } = await browserOf(request, parts);
	const isKnown = userId !== undefined || unprovenLogin !== undefined;
	const payer =
		userId !== undefined
			? `user ${userId}`
			: unprovenLogin !== undefined
				? `login ${unprovenLogin}`
				: addressKey(request.ip);
	const { allowed, retryAfterMs } = limiter.take(
		payerBeside(payer, request.headers),
		parts.clock.monotonic(),
	);
	if (allowed) return;
	throw new CarrywireError(
		'RATE_LIMITED',
		texts().FAILURES.tooManyPages(isKnown, Math.ceil(retryAfterMs / 1_000)),
		{
			retryAfterMs,
		},
	);
}

function showDoor(reply: FastifyReply, browser: Browser, parts: PageParts): FastifyReply {
	return reply
		.code(200)
		.headers(pageHeaders({ script: true, formTargets: [], baseUrl: parts.baseUrl(), calls: 'own paths' }))
		.header('set-cookie', [...browser.cookies])
		.type('text/html; charset=utf-8')
		.send(doorPage(parts));
}

async function serve(
	page: Page,
	request: FastifyRequest,
	reply: FastifyReply,
	parts: PageParts,
): Promise<FastifyReply> {
	const browser = await browserOf(request, parts);
	const visitor = visitorOf(request, reply, browser, parts);
	// The raw response also gets our headers, for pages that write to it.
	const headers = pageHeaders({ script: false, formTargets: [], baseUrl: parts.baseUrl() });
	for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value);
	if (page.method === 'POST') checkForm(request, { csrf: visitor.form.get('csrf') ?? '', browser }, parts);
	else if (needsDoor(page, browser)) return showDoor(reply, browser, parts);
	const userName = await nameOf(browser, parts);
	const { userId, login } = browser;
	const around = { browser, userName, nav: page.nav, isEntered: isEntered(request) };
	if (page.access === 'anyone')
		return send(
			reply,
			await page.answer(visitor, userName === undefined ? undefined : userId),
			around,
			parts,
		);
	if (userId !== undefined && userName !== undefined && login !== undefined)
		return send(reply, await page.answer({ ...visitor, userId, userName, login }), around, parts);
	if (page.method === 'POST') throw new CarrywireError('UNAUTHORIZED', texts().FAILURES.loginEnded);
	reply.header('set-cookie', [...browser.cookies]);
	return reply.redirect(`/login?return_to=${encodeURIComponent(visitor.path)}`, 303);
}

/**
 * True if the browser must pass the door page first. A visitor without a login skips it on pages for users, which
 * redirect to the login, and on open pages.
 */
function needsDoor(page: Page, { origin, unprovenLogin }: Browser): boolean {
	if (origin !== undefined) return false;
	return unprovenLogin !== undefined || (page.access === 'anyone' && page.isOpen !== true);
}

type Around = {
	readonly browser: Browser;
	readonly userName: string | undefined;
	readonly nav: string | undefined;
	readonly isEntered: boolean;
};

function send(reply: FastifyReply, answer: PageAnswer, around: Around, parts: PageParts): FastifyReply {
	switch (answer.kind) {
		case 'answered':
			reply.hijack();
			return reply;
		case 'onward':
			return show(reply, onwardPage(answer), around, parts, answer);
		case 'redirect':
			reply.header('set-cookie', [...(answer.cookies ?? around.browser.cookies)]);
			return reply.redirect(answer.to, 303);
		case 'file':
			return reply
				.type(answer.type)
				.header('content-disposition', `attachment; filename="${answer.name}"`)
				.send(answer.content);
		case 'report':
			return reply
				.headers({
					...pageHeaders({ script: false, formTargets: [], baseUrl: parts.baseUrl() }),
					'content-security-policy': reportPolicy(answer.content),
				})
				.type('text/html; charset=utf-8')
				.send(answer.content);
		case 'page':
			return show(reply, answer, around, parts);
		case 'json':
			return reply.send(answer.content);
		case 'app':
			return showApp(reply, around, parts);
	}
}

/** @throws CarrywireError NOT_READY if the dashboard has not been built */
function showApp(reply: FastifyReply, around: Around, parts: PageParts): FastifyReply {
	const { dashboard, tradingMode, isRehearsal } = parts;
	if (dashboard === undefined) throw new CarrywireError('NOT_READY', texts().SHELL.notBuilt);
	const { browser, userName, nav, isEntered } = around;
	const written = frame({
		title: undefined,
		body: appBody(),
		userName,
		csrf: browser.csrf,
		nav,
		script: undefined,
		isEntered,
		onwardTo: undefined,
		tradingMode,
		isRehearsal,
		theme: themeOf(reply.request.headers.cookie),
		app: dashboard[pageLanguage()],
	});
	return reply
		.headers(
			pageHeaders({
				script: true,
				formTargets: [],
				baseUrl: siteOf(reply.request, parts),
				calls: 'methods',
			}),
		)
		.header('set-cookie', [...browser.cookies])
		.type('text/html; charset=utf-8')
		.send(written);
}

function onwardPage({ to, name }: Extract<PageAnswer, { readonly kind: 'onward' }>): Shown {
	return {
		kind: 'page',
		title: texts().FAILURES.onward(name),
		body: html`<p>${texts().FAILURES.onwardNote} <a href="${to}" rel="noreferrer">${texts().FAILURES.onwardLink(name)}</a>.</p>`,
	};
}

function show(
	reply: FastifyReply,
	page: Shown,
	around: Around,
	parts: PageParts,
	onward?: { readonly to: string; readonly cookies?: readonly string[] },
): FastifyReply {
	const { browser, userName, nav, isEntered } = around;
	const { title, body, refusal, status = 200, script, formTargets = [] } = page;
	if (refusal !== undefined) sayWhenAgain(reply, refusal);
	return reply
		.code(refusal === undefined ? status : statusOf(refusal))
		.headers(
			pageHeaders({ script: isEntered || script !== undefined, formTargets, baseUrl: parts.baseUrl() }),
		)
		.header('set-cookie', [...(onward?.cookies ?? browser.cookies)])
		.type('text/html; charset=utf-8')
		.send(
			frame({
				title,
				isRefused: refusal !== undefined,
				body,
				userName,
				csrf: browser.csrf,
				nav,
				script,
				isEntered,
				onwardTo: onward?.to,
				tradingMode: parts.tradingMode,
				isRehearsal: parts.isRehearsal,
				theme: themeOf(reply.request.headers.cookie),
			}),
		);
}

function visitorOf(
	request: FastifyRequest,
	reply: FastifyReply,
	browser: Browser,
	parts: PageParts,
): Visitor {
	const { params, body, ip, headers } = request;
	const { path } = splitEntry(request.url);
	return {
		browser: browser.id,
		login: browser.login,
		address: ip,
		site: siteOf(request, parts),
		csrf: browser.csrf,
		path,
		query: new URL(path, 'http://carrywire').searchParams,
		params: params as Record<string, string>,
		form: body instanceof URLSearchParams ? body : new URLSearchParams(),
		cookies: headers.cookie,
		origin: browser.origin,
		raw: {
			request: request.raw,
			response: reply.raw,
		},
	};
}

async function nameOf(browser: Browser, parts: PageParts): Promise<string | undefined> {
	return browser.userId === undefined ? undefined : parts.userName(browser.userId);
}

function sayWhenAgain(reply: FastifyReply, { retryAfterMs }: CarrywireError): void {
	if (retryAfterMs !== undefined)
		reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfterMs / 1_000))));
}

function errorPage(
	error: unknown,
	request: FastifyRequest,
	parts: PageParts,
	back: string | undefined,
): Shown {
	const known = error instanceof CarrywireError ? error : httpError(error);
	if (known === undefined) {
		const ref = parts.random.hex(6);
		parts.logger.error({ ref, path: request.routeOptions.url, error }, 'A page failed.');
		return failed(500, texts().FAILURES.internalTitle, texts().FAILURES.internal(ref), back);
	}
	const sentence = withoutSecrets(wordsIn(pageLanguage(), known.words));
	return request.is404
		? unknownPage(sentence)
		: failed(statusOf(known), texts().FAILURES.failedTitle, sentence, back);
}

const WAYS_ON = ['/', '/portfolio', '/connections', '/status', '/account'] as const;

function unknownPage(sentence: string): Shown {
	return {
		kind: 'page',
		status: 404,
		title: texts().FAILURES.unknownTitle,
		body: html`<p class="notice bad">${sentence}</p>
<div class="row">${WAYS_ON.map((path) => html`<a class="button quiet" href="${path}">${texts().FRAME.parts[path]}</a> `)}</div>`,
	};
}

function sendFault(reply: FastifyReply, error: unknown, { logger, random }: PageParts): FastifyReply {
	const known = error instanceof CarrywireError ? error : httpError(error);
	const ref = known === undefined ? random.hex(6) : undefined;
	if (known === undefined) logger.error({ ref, error }, 'A page failed.');
	const message =
		known === undefined
			? texts().FAILURES.internalSentence(String(ref))
			: withoutSecrets(wordsIn(pageLanguage(), known.words));
	return reply
		.code(known === undefined ? 500 : statusOf(known))
		.send({ error: { code: known?.code ?? 'INTERNAL_ERROR', message } });
}

function wayBack(path: string): string {
	const name = partName(path);
	return name === undefined ? texts().FAILURES.backToLogin : texts().FAILURES.backTo(name);
}

function failed(status: number, title: string, sentence: string, back = '/account'): Shown {
	return {
		kind: 'page',
		status,
		title,
		body: html`<p class="notice bad">${sentence}</p><p><a href="${back}">${wayBack(back)}</a></p>`,
	};
}

/**
 * Translates an error from the framework: a body that is too large, unreadable or of the wrong type. Undefined for
 * any other error.
 */
function httpError(error: unknown): CarrywireError | undefined {
	const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
	if (status === 413)
		return new CarrywireError(
			'BODY_TOO_LARGE',
			texts().FAILURES.formTooLarge(FORM_BYTES_MAX.toLocaleString('en-US')),
		);
	if (status === 415) return new CarrywireError('CONTENT_TYPE', texts().FAILURES.formType(FORM_TYPE));
	return status >= 400 && status < 500
		? new CarrywireError('INVALID_REQUEST', texts().FAILURES.unreadable)
		: undefined;
}
