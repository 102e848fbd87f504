/**
 * Visits every page in the state that its screenshots show. The visits find their places by structure and not by text, so
 * that they also work in other languages.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
	buildAuthorizationUrl,
	calculatePKCECodeChallenge,
	randomPKCECodeVerifier,
	randomState,
} from 'openid-client';
import type { Locator, Page } from 'playwright-core';
import type { Service } from '../e2e/fixture.ts';
import { until } from '../e2e/polling.ts';
import { closeAndEnd } from '../e2e/trading.ts';
import { startAlertReceiver } from '../support/alert-receiver.ts';
import { startChatPlatforms } from '../support/chat-platform-server.ts';
import { writeReplayData } from '../support/replay-data.ts';
import { SLACK_TOKENS } from '../support/slack-stand-in.ts';
import { TELEGRAM_TOKEN } from '../support/telegram-stand-in.ts';
import { copyPositions } from './many-positions.ts';
import { programAt } from './programs.ts';
import type { Camera, ScreenshotName } from './screenshot-camera.ts';
import { settled } from './screenshot-camera.ts';
import {
	FEW_COINS,
	FEW_VENUES,
	type OpenMarket,
	openGeneratedMarket,
	openMarket,
	SIMULATED_VENUES,
	SOME_COINS,
} from './screenshot-markets.ts';
import { fillSettings, goTo, logGuestIn, type Member, openPositions } from './screenshot-member.ts';
import {
	isOfLostNetwork,
	keepComplaints,
	type Person,
	servedByWorker,
	type WatchedBrowser,
} from './watched-browser.ts';

const LANGUAGE_COOKIE = 'carrywire_language';
/** Maximum wait for one step on a page, milliseconds. */
const STEP_MS_MAX = 60_000;
const POSITIONS = 4;
/** Number of positions on the page for each one of the service. */
const COPIES = 50;
/** Days of settled rates that the backtest replays. */
const REPLAYED_DAYS = 75;
const APPLICATION = {
	clientId: 'trading-desk',
	name: 'Trading Desk',
	redirectUris: ['http://127.0.0.1/back'],
	kind: 'native',
};

/** The browser, the camera and the language of all visits. */
type Visits = {
	readonly browser: WatchedBrowser;
	readonly camera: Camera;
	readonly language: string | undefined;
};

/** Visits all pages and takes their screenshots, in the given language or in that of the service. */
export async function takeScreenshots(
	browser: WatchedBrowser,
	camera: Camera,
	language: string | undefined,
): Promise<void> {
	const visits = { browser, camera, language };
	await using platforms = await startChatPlatforms();
	await using receiver = await startAlertReceiver();
	using rates = settledRates();
	Object.assign(process.env, {
		SCREENSHOTS_TELEGRAM: TELEGRAM_TOKEN,
		SCREENSHOTS_SLACK_APP: SLACK_TOKENS.appToken,
		SCREENSHOTS_SLACK_BOT: SLACK_TOKENS.botToken,
	});
	await using market = await openMarket(SOME_COINS, SIMULATED_VENUES, {
		replay: { dataFolders: { '2026': rates.folder } },
		alerts: { telegramApiUrl: platforms.url, allowLoopback: true },
		auth: { applications: [APPLICATION] },
		chat: {
			telegramTokenVariable: 'SCREENSHOTS_TELEGRAM',
			slackAppTokenVariable: 'SCREENSHOTS_SLACK_APP',
			slackBotTokenVariable: 'SCREENSHOTS_SLACK_BOT',
			slackApiUrl: `${platforms.url}/api`,
		},
	});
	const id = await tradedOpportunity(market.service);
	await visitPublicPages(visits, market.service, id);
	await using person = await visitor(visits, market.service);
	const member = await logGuestIn(person, market.service);
	await visitPage(visits, member, 'portfolio-empty', '/portfolio');
	await visitPreview(visits, member, id);
	const agentId = await fillSettings(market, member, platforms, receiver.url);
	await visitPlan(visits, member);
	await visitBacktest(visits, member);
	await visitPositions(visits, market, member);
	await visitWhatIf(visits, member);
	await visitAutopilot(visits, market.service, member);
	await visitSettings(visits, market, member, agentId);
	await visitOffline(visits, member);
	await visitOtherLists(visits, market.service);
}

/** Opens a browser profile that prefers the language. */
async function visitor({ browser, language }: Visits, { url }: Service): Promise<Person> {
	const person = await browser.person({ script: true, width: 1_440 });
	person.context.setDefaultTimeout(STEP_MS_MAX);
	if (language !== undefined)
		await person.context.addCookies([{ name: LANGUAGE_COOKIE, value: language, url }]);
	return person;
}

/** Waits until all funding histories are there, and returns the best opportunity with the verdict to trade. */
async function tradedOpportunity(service: Service): Promise<string> {
	type Rows = {
		readonly data: readonly {
			readonly opportunity_id: string;
			readonly net: { readonly expected_carry: unknown };
		}[];
	};
	return until({ what: 'an expected carry of every opportunity', periodMs: 500 }, async () => {
		const { data } = await service.call<Rows>('get_opportunities', { limit: 100 });
		if (data.some(({ net }) => net.expected_carry === null)) return undefined;
		const best = await service.call<Rows>('get_opportunities', { limit: 1, verdict: 'trade' });
		return best.data[0]?.opportunity_id;
	});
}

const listRows = (page: Page): Locator => page.locator('[role="grid"] [role="row"][aria-busy="false"]');

/** Takes the list of opportunities once its first rows are there. */
async function visitList(
	{ camera }: Visits,
	person: Person,
	{ url }: Service,
	name: ScreenshotName,
): Promise<void> {
	await goTo(person.page, url, '/');
	await listRows(person.page).first().waitFor();
	await camera.take(person, name);
}

async function visitPublicPages(visits: Visits, service: Service, id: string): Promise<void> {
	const { camera } = visits;
	const { url } = service;
	await using person = await visitor(visits, service);
	const { page } = person;
	await visitList(visits, person, service, 'opportunities');
	await page.locator('[role="row"][tabindex="0"]').focus();
	await page.keyboard.press(' ');
	await page.locator('[role="row"] h3').first().waitFor();
	await camera.take(person, 'opportunities-reasons');
	await goTo(page, url, '/funding');
	await page.locator('tbody tr[aria-busy="false"]').first().waitFor();
	await camera.take(person, 'funding-map');
	await page.locator('button.coin').first().click();
	await page.locator('dialog [data-drawn="true"]').first().waitFor();
	await camera.take(person, 'funding-coin');
	await goTo(page, url, `/opportunities/${id}`);
	await page.locator('[data-drawn="true"]').first().waitFor();
	await camera.take(person, 'opportunity');
	await camera.take(person, 'opportunity-history', page.locator('.head:has(~ .charts) > h2').first());
	for (const [name, path] of [
		['status', '/status'],
		['preferences', '/preferences'],
		['login', '/login'],
		['documentation', '/docs/'],
	] as const) {
		await goTo(page, url, path);
		await page.locator('main h1').waitFor();
		await camera.take(person, name);
	}
}

/** Takes a page that needs no further step. */
async function visitPage(
	{ camera }: Visits,
	{ person, go }: Member,
	name: ScreenshotName,
	path: string,
): Promise<void> {
	if (!camera.wants(name)) return;
	await go(path);
	await person.page.locator('main h1').waitFor();
	await settled(person.page);
	await camera.take(person, name);
}

async function visitPreview({ camera }: Visits, { person, go }: Member, id: string): Promise<void> {
	if (!camera.wants('preview')) return;
	const { page } = person;
	await go(`/opportunities/${id}/execute`);
	await page.locator('section.terms form > button').click();
	await page.locator('#confirm-title').waitFor();
	await camera.take(person, 'preview');
}

async function visitPositions(visits: Visits, market: OpenMarket, member: Member): Promise<void> {
	const { camera } = visits;
	const { person, go, token } = member;
	const { page, context } = person;
	const [oldest = '', newest = ''] = await openPositions(market, member, POSITIONS);
	const complaints: string[] = [];
	const many = { ...person, page: await context.newPage(), complaints };
	keepComplaints(many.page, complaints);
	await copyPositions(many.page, COPIES);
	await goTo(many.page, market.service.url, '/portfolio');
	await many.page
		.locator('[role="table"] [role="row"]')
		.nth(POSITIONS * COPIES)
		.waitFor({ state: 'attached' });
	await camera.take(many, 'portfolio-200');
	await many.page.close();
	await closeAndEnd(market.service, token, oldest);
	await go(`/executions/${newest}`);
	await page.locator('main h2').first().waitFor();
	await camera.take(person, 'execution');
	await go('/portfolio');
	await page.locator('[role="table"] [role="rowheader"]').first().waitFor();
	await camera.take(person, 'portfolio');
	await camera.take(person, 'portfolio-history', page.locator('#history-title'));
	await page.locator('[role="table"] [role="rowheader"] button').first().click();
	await page.locator('[role="table"] [aria-expanded="true"]').first().waitFor();
	await camera.take(person, 'portfolio-position');
}

/** Takes the plan of the accounts at the default terms. */
async function visitPlan({ camera }: Visits, { person, go }: Member): Promise<void> {
	if (!camera.wants('plan')) return;
	await go('/plan');
	await person.page.locator('#cash-title').waitFor();
	await camera.take(person, 'plan');
}

/** Takes the effect of the first shock on the open positions. */
async function visitWhatIf({ camera }: Visits, { person, go }: Member): Promise<void> {
	if (!camera.wants('what-if')) return;
	await go('/what-if');
	await person.page.locator('#totals-title').waitFor();
	await camera.take(person, 'what-if');
}

/** Starts a pot that accepts less than cash, and takes it once its first changes wait for an answer. */
async function visitAutopilot(
	{ camera }: Visits,
	service: Service,
	{ person, token, go }: Member,
): Promise<void> {
	if (!camera.wants('autopilot')) return;
	const terms = { leverage: 2.5, min_net_over_cash_pct: -100, drawdown_pct: 5, with_shadow: true };
	const pot = { name: 'Main', capital: 10_000, exchanges: SIMULATED_VENUES, ...terms };
	await service.call('autopilot_start', pot, token);
	await go('/autopilot');
	await person.page.locator('main section.waiting').waitFor();
	await camera.take(person, 'autopilot');
}

/** Takes the form for a backtest, and the result of one. */
async function visitBacktest({ camera }: Visits, { person, go }: Member): Promise<void> {
	if (!camera.wants('backtest') && !camera.wants('backtest-result')) return;
	const { page } = person;
	await go('/backtest');
	await page.locator('#new-backtest').waitFor();
	await camera.take(person, 'backtest');
	await page.locator('main form > button').click();
	await page.locator('main [data-drawn="true"]').waitFor();
	await camera.take(person, 'backtest-result', page.locator('#result-title'));
}

/** Writes settled rates into a folder, which is removed in the end. */
function settledRates(): Disposable & { readonly folder: string } {
	const parent = mkdtempSync(join(tmpdir(), 'carrywire-rates-'));
	return {
		folder: writeReplayData(join(parent, 'rates'), REPLAYED_DAYS),
		[Symbol.dispose]: () => rmSync(parent, { recursive: true, force: true }),
	};
}

async function visitSettings(
	visits: Visits,
	market: OpenMarket,
	member: Member,
	agentId: string,
): Promise<void> {
	type Account = { readonly id: string };
	const [account] = await market.service.call<readonly Account[]>('account_exchange_pair', {}, member.token);
	for (const [name, path] of [
		['alerts', '/alerts'],
		['connections', '/connections'],
		['disconnect', `/connections/account/${account?.id}/disconnect`],
		['tokens', '/tokens'],
		['agents', '/agents'],
		['agent', `/agents/${agentId}`],
		['chat', '/chat'],
		['audit', '/audit'],
		['account', '/account'],
		['consent', await consentPath(market.service)],
	] as const)
		await visitPage(visits, member, name, path);
}

/** Returns the address at which an application requests access. */
async function consentPath(service: Service): Promise<string> {
	const program = await programAt(service, APPLICATION.clientId);
	const url = buildAuthorizationUrl(program, {
		redirect_uri: APPLICATION.redirectUris[0] ?? '',
		scope: 'arb:read arb:trade exchange:connect',
		code_challenge: await calculatePKCECodeChallenge(randomPKCECodeVerifier()),
		code_challenge_method: 'S256',
		state: randomState(),
	});
	return url.href;
}

async function visitOffline({ camera }: Visits, { person, go }: Member): Promise<void> {
	if (!camera.wants('offline')) return;
	const { page, context, complaints } = person;
	await go('/preferences');
	await servedByWorker(page);
	await context.setOffline(true);
	await page.goto(new URL('/portfolio', page.url()).href);
	await page.locator('#again').waitFor();
	const others = { ...person, complaints: complaints.filter((one) => !isOfLostNetwork(one)) };
	await camera.take(others, 'offline');
	await context.setOffline(false);
}

/** Takes the lists with the fewest and the most opportunities. */
async function visitOtherLists(visits: Visits, service: Service): Promise<void> {
	if (visits.camera.wants('opportunities-22500')) {
		await using generated = await openGeneratedMarket();
		await using person = await visitor(visits, service);
		await generated.show(person.page);
		await visitList(visits, person, service, 'opportunities-22500');
	}
	if (!visits.camera.wants('opportunities-3')) return;
	await using few = await openMarket(FEW_COINS, FEW_VENUES);
	await tradedOpportunity(few.service);
	await using person = await visitor(visits, few.service);
	await visitList(visits, person, few.service, 'opportunities-3');
}
