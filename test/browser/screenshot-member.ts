/** Gives a guest something to show on every page: positions, an agent, a token, a linked chat, an alert. */
import type { Page } from 'playwright-core';
import type { Service } from '../e2e/fixture.ts';
import { until } from '../e2e/polling.ts';
import { openAndRun, openableOpportunities } from '../e2e/trading.ts';
import type { Opportunity } from '../e2e/wire.ts';
import type { ChatPlatformServer } from '../support/chat-platform-server.ts';
import { type OpenMarket, SIMULATED_VENUES } from './screenshot-markets.ts';
import { behindTheDoor, type Person } from './watched-browser.ts';

const AMOUNT_USD = 1_500;
/** Person who links a chat. */
const ANN = { id: 11, username: 'ann' };
/** Asks for a token of the login with all scopes, as the pages of the settings do. */
const ASK_FOR_TOKEN = `(async () => {
	const { value: csrf } = document.querySelector('body > header input[name="csrf"]');
	const answer = await fetch('/dashboard/token', { method: 'POST', body: new URLSearchParams({ csrf, access: 'manage' }) });
	return (await answer.json()).token;
})()`;

/** A logged-in guest. */
export type Member = {
	readonly person: Person;
	/** Token with every scope, as long as the login's pages get theirs. */
	readonly token: string;
	/** Goes to a path of the service and waits until the door page has gone. */
	go(path: string): Promise<void>;
};

/** Logs a guest in with the button on the login page, whatever its language. */
export async function logGuestIn(person: Person, { url }: Service): Promise<Member> {
	const { page } = person;
	const go = (path: string): Promise<void> => goTo(page, url, path);
	await go('/login?return_to=/account');
	await page.locator('form[action="/login/guest"] button').click();
	await page.waitForURL('**/account');
	await behindTheDoor(page);
	await page.locator('main.app h1').waitFor();
	return { person, token: await page.evaluate<string>(ASK_FOR_TOKEN), go };
}

/** Goes to a path of the service and waits until the door page has gone. */
export async function goTo(page: Page, url: string, path: string): Promise<void> {
	await page.goto(new URL(path, url).href);
	await behindTheDoor(page);
}

/** Creates one token, one agent, one linked chat, one alert target and one rule. @returns the agent's id */
export async function fillSettings(
	{ service }: OpenMarket,
	{ token }: Member,
	platforms: ChatPlatformServer,
	receiverUrl: string,
): Promise<string> {
	const call = <T>(method: string, params: object): Promise<T> => service.call<T>(method, params, token);
	await call('create_token', { name: 'my notebook', scopes: ['arb:read'], lifetime_hours: 24 });
	const caps = {
		amount_max: 500,
		open_amount_max: 2_000,
		pairs: ['bybit-kucoin'],
		executions_per_day: 10,
		must_be_trade: true,
	};
	const { agent_id } = await call<{ readonly agent_id: string }>('create_agent', {
		name: 'night watch',
		scopes: ['arb:read', 'arb:trade'],
		caps,
	});
	const { code } = await call<{ readonly code: string }>('create_chat_code', {
		agent_id,
		acts_for_owner: true,
	});
	platforms.telegram.say(`/start ${code}`, ANN);
	await until({ what: 'the linked chat', periodMs: 50 }, async () => {
		const { text } = await service.answer('list_chats', {}, token);
		return text.includes(ANN.username) ? true : undefined;
	});
	await call('add_alert_target', { kind: 'webhook', name: 'pager', url: `${receiverUrl}/in` });
	await call('add_alert_rule', {
		kind: 'funding_rate',
		name: 'ARB is hot',
		coin: 'ARB',
		direction: 'above',
		limit: 20,
	});
	return agent_id;
}

/** Opens positions in this many coins, and settles each once. @returns their ids in the order of opening */
export async function openPositions(
	{ fixture, service }: OpenMarket,
	{ token }: Member,
	count: number,
): Promise<readonly string[]> {
	const ids: string[] = [];
	const coins = new Set<string>();
	await until({ what: `${count} positions`, periodMs: 250 }, async () => {
		for (const opportunity of await openableOpportunities(service, AMOUNT_USD)) {
			if (coins.has(opportunity.base) || ids.length === count) continue;
			if (!(await canOpen(service, token, opportunity))) continue;
			coins.add(opportunity.base);
			const { opened } = await openAndRun(service, token, opportunity, { amount: AMOUNT_USD });
			ids.push(opened.execution_id);
		}
		return ids.length === count ? true : undefined;
	});
	for (const venue of SIMULATED_VENUES) await fixture.admin(venue, 'POST', '/settle', {});
	await until({ what: 'a settlement of every position', periodMs: 250 }, async () => {
		const { text } = await service.answer('portfolio_live', {}, token);
		const { executions } = JSON.parse(text).result as {
			readonly executions: readonly { readonly funding: { readonly funding_events: readonly object[] } }[];
		};
		return executions.every(({ funding }) => funding.funding_events.length > 0) ? true : undefined;
	});
	return ids;
}

async function canOpen(service: Service, token: string, { opportunity_id }: Opportunity): Promise<boolean> {
	const params = { opportunity_id, amount: AMOUNT_USD, mode: 'single-direct', preview: true };
	const { result } = await service.answer('execute_opportunity', params, token);
	const preview = result as { readonly checks: readonly { readonly passed: boolean }[] } | undefined;
	return preview?.checks.every(({ passed }) => passed) === true;
}
