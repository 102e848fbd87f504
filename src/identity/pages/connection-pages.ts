/** /connections: a user's accounts at exchanges, connected by each exchange's own page or by a key. */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { VenueName } from '../../domain/instrument.ts';
import type { TradingMode } from '../../domain/trading-mode.ts';
import type { KeyForm } from '../../domain/venue-facts.ts';
import type { ExchangeAccount, ExchangeAccounts, ListedAccount } from '../../ports/exchange-accounts.ts';
import type { VenueCredentials } from '../../ports/venue.ts';
import type { AuditNotes } from './audit-notes.ts';
import { disconnectPages } from './disconnect-page.ts';
import { words } from './form-fields.ts';
import { type Html, html } from './html.ts';
import { hidden, table, time } from './layout.ts';
import { type LoggedIn, type Page, type PageAnswer, redirect, type Visitor } from './page.ts';
import {
	type Form,
	type FormView,
	fieldReader,
	orShownAgain,
	type Refusal,
	requireNone,
	textField,
	viewOf,
} from './refused-form.ts';
import { button } from './token-pages.ts';

const PATH = '/connections';
const ALL_SIMULATED_PATH = '/connections/simulated';

/** The exchanges' own pages; see `accounts/exchange-oauth.ts`. */
export type ConnectByPage = {
	offers(venue: VenueName): boolean;
	begin(request: {
		readonly userId: string;
		readonly venue: VenueName;
		readonly browser: string;
		readonly label: string;
	}): Promise<{ readonly url: string }>;
	finish(request: {
		readonly venue: VenueName;
		readonly query: URLSearchParams;
		readonly userId: string;
		readonly browser: string;
	}): Promise<{ readonly label: string }>;
};

/** Accounts at simulated exchanges; see `venues/shared/simulated-accounts.ts`. */
export type OpenSimulated = {
	/** Those that have no page of their own. */
	offers(venue: VenueName): boolean;
	/** Those and the others: an account that is opened from here is as good as one of the exchange's page. */
	opens(venue: VenueName): boolean;
	open(venue: VenueName, userId: string): Promise<VenueCredentials>;
};

export type VenueOffer = {
	readonly venue: VenueName;
	/** As people write it. */
	readonly name: string;
	/** What its keys consist of. */
	readonly keyForm: KeyForm;
	/** Where keys of its test environment are made; undefined where it has none. */
	readonly testKeyPage: string | undefined;
};

type ConnectionParts = {
	readonly accounts: ExchangeAccounts;
	readonly byPage: ConnectByPage;
	readonly simulated: OpenSimulated;
	readonly venues: readonly VenueOffer[];
	readonly notes: AuditNotes;
	readonly mode: TradingMode;
	/** In mode live: no order reaches a real exchange. */
	readonly isRehearsal: boolean;
};

export function connectionPages(parts: ConnectionParts): readonly Page[] {
	const { accounts, byPage, simulated, venues, notes } = parts;

	function offerOf(venue: string | undefined): VenueOffer {
		const offer = venues.find((one) => one.venue === venue);
		if (offer !== undefined) return offer;
		throw new CarrywireError('NOT_FOUND', 'This service does not know such an exchange.');
	}

	async function list({ userId, csrf }: LoggedIn, refusal?: Refusal): Promise<PageAnswer> {
		return { kind: 'page', title: 'Exchanges', body: listBody(parts, accounts.list(userId), csrf, refusal) };
	}

	/** A handler of a form, behind which the list is shown again. */
	const orList =
		(form: (visitor: LoggedIn) => Form, work: (visitor: LoggedIn) => Promise<PageAnswer>) =>
		(visitor: LoggedIn) =>
			orShownAgain(form(visitor), visitor, work, list);

	async function begin({ userId, address, browser, params, form }: LoggedIn): Promise<PageAnswer> {
		const { venue, name } = offerOf(params.venue);
		const label = words(form, 'label') || venue;
		const { url } = await notes.around(
			{ userId, address, action: 'connection.begin', details: { exchange: venue, label } },
			() => byPage.begin({ userId, venue, browser, label }),
		);
		return { kind: 'onward', to: url, name };
	}

	async function callback(visitor: Visitor, userId: string | undefined): Promise<PageAnswer> {
		const { venue } = offerOf(visitor.params.venue);
		// Nobody is sent to the login with an exchange's code in the address: the connection is begun anew.
		if (userId === undefined)
			throw new CarrywireError(
				'UNAUTHORIZED',
				'You are not logged in here any more. Log in and connect again.',
			);
		const { query, browser, address } = visitor;
		await notes.around(
			{ userId, address, action: 'connection.connect', details: { exchange: venue, kind: 'oauth' } },
			() => byPage.finish({ venue, query, userId, browser }),
		);
		return redirect(PATH);
	}

	async function connectKey({ userId, address, params, form }: LoggedIn): Promise<PageAnswer> {
		const { venue, keyForm } = offerOf(params.venue);
		const read = fieldReader();
		const secret = (field: string) => read.of(() => requiredSecret(form, field), '');
		const credentials = {
			apiKey: secret('api_key'),
			secret: secret('api_secret'),
			...(KEY_WORDS[keyForm].hasPassphrase ? { passphrase: secret('api_passphrase') } : {}),
		};
		requireNone(read.found);
		return connected({ userId, address, form }, venue, async () => credentials);
	}

	async function openSimulated({ userId, address, params, form }: LoggedIn): Promise<PageAnswer> {
		const { venue, name } = offerOf(params.venue);
		if (!simulated.offers(venue))
			throw new CarrywireError('NOT_FOUND', `No simulated account is opened here at ${name}.`);
		return connected({ userId, address, form }, venue, () => simulated.open(venue, userId));
	}

	/** Where the user has an account in use there is nothing to do: asking twice opens nothing twice. */
	async function openAllSimulated({ userId, address }: LoggedIn): Promise<PageAnswer> {
		const missing = simulatedMissing(parts, accounts.list(userId));
		// One after the other, so that what is refused by one exchange leaves those before it connected.
		for (const { venue } of missing)
			await connected({ userId, address, form: new URLSearchParams() }, venue, () =>
				simulated.open(venue, userId),
			);
		return redirect(PATH);
	}

	async function connected(
		{ userId, address, form }: Pick<LoggedIn, 'userId' | 'address' | 'form'>,
		venue: VenueName,
		credentials: () => Promise<VenueCredentials>,
	): Promise<PageAnswer> {
		await notes.around(
			{ userId, address, action: 'connection.connect', details: { exchange: venue, kind: 'api_key' } },
			async () =>
				accounts.connect({
					userId,
					venue,
					label: words(form, 'label') || undefined,
					kind: 'api_key',
					credentials: await credentials(),
				}),
			({ account }) => account.accountId,
		);
		return redirect(PATH);
	}

	async function use({ userId, address, params }: LoggedIn): Promise<PageAnswer> {
		const { accountId = '' } = params;
		await notes.around({ userId, address, action: 'connection.use', subject: accountId }, () =>
			accounts.use(userId, accountId),
		);
		return redirect(PATH);
	}

	async function check({ userId, address, params }: LoggedIn): Promise<PageAnswer> {
		const { accountId = '' } = params;
		await notes.around({ userId, address, action: 'connection.check', subject: accountId }, () =>
			accounts.check(userId, accountId),
		);
		return redirect(PATH);
	}

	const row = { access: 'user', nav: PATH } as const;
	return [
		{ ...row, method: 'GET', path: PATH, answer: (visitor: LoggedIn) => list(visitor) },
		{
			...row,
			method: 'POST',
			path: '/connections/begin/:venue',
			answer: orList(({ params }) => openForm('begin', offerOf(params.venue)), begin),
		},
		{
			method: 'GET',
			path: '/connections/callback/:venue',
			access: 'anyone',
			nav: PATH,
			answer: callback,
		},
		{
			...row,
			method: 'POST',
			path: '/connections/key/:venue',
			answer: orList(({ params }) => keyFormOf(offerOf(params.venue)), connectKey),
		},
		{ ...row, method: 'POST', path: ALL_SIMULATED_PATH, answer: openAllSimulated },
		{
			...row,
			method: 'POST',
			path: '/connections/simulated/:venue',
			answer: orList(({ params }) => openForm('simulated', offerOf(params.venue)), openSimulated),
		},
		{ ...row, method: 'POST', path: '/connections/account/:accountId/use', answer: use },
		{ ...row, method: 'POST', path: '/connections/account/:accountId/check', answer: check },
		...disconnectPages({ ...parts, nameOf: (venue) => nameOf(parts, venue) }),
	];
}

/** By the exchange's own page, or by opening an account at a simulated one. */
function openForm(path: 'begin' | 'simulated', { venue }: VenueOffer): Form {
	return {
		action: `${PATH}/${path}/${venue}`,
		fields: ['label'],
		idOf: (field) => `${field}-${venue}`,
	};
}

function keyFormOf({ venue, keyForm }: VenueOffer): Form {
	const { key, secret, hasPassphrase } = KEY_WORDS[keyForm];
	return {
		action: `${PATH}/key/${venue}`,
		fields: ['label', 'api_key', 'api_secret', ...(hasPassphrase ? (['api_passphrase'] as const) : [])],
		idOf: (field) => `key-${field}-${venue}`,
		labels: { api_key: key, api_secret: secret },
	};
}

function nameOf({ venues }: Pick<ConnectionParts, 'venues'>, venue: VenueName): string {
	return venues.find((offer) => offer.venue === venue)?.name ?? venue;
}

/** @throws CarrywireError INVALID_PARAMS that never shows what was given. */
function requiredSecret(form: URLSearchParams, field: string): string {
	const value = words(form, field);
	if (value !== '' && value.length <= 512) return value;
	throw new CarrywireError('INVALID_PARAMS', `${field} must have 1 to 512 characters.`, { field });
}

/** Simulated exchanges at which the user has no account in use. */
function simulatedMissing(
	{ venues, simulated }: Pick<ConnectionParts, 'venues' | 'simulated'>,
	own: readonly ListedAccount[],
): readonly VenueOffer[] {
	return venues.filter(
		({ venue }) => simulated.opens(venue) && !own.some((account) => account.venue === venue && account.inUse),
	);
}

/** In one go what otherwise takes a form for each exchange; nothing where there is nothing to open. */
function openAllBody(missing: readonly VenueOffer[], csrf: string): Html | null {
	if (missing.length === 0) return null;
	const names = missing.map(({ name }) => name).join(', ');
	return html`<section><h2>Start here</h2>
<p>An execution needs an account at two exchanges. This opens one at each of ${names}, with 10,000 invented USD, and connects them.</p>
${button(csrf, ALL_SIMULATED_PATH, 'Open accounts at all simulated exchanges', '')}</section>`;
}

function listBody(
	parts: ConnectionParts,
	own: readonly ListedAccount[],
	csrf: string,
	refusal: Refusal | undefined,
): Html {
	const { venues, byPage, simulated, mode, isRehearsal } = parts;
	const waysOf = ({ venue }: VenueOffer): Ways => ({
		byPage: byPage.offers(venue),
		simulated: simulated.offers(venue),
	});
	const rows = own.map((account) => [
		html`<b>${nameOf(parts, account.venue)}</b><br>${account.label}<br><small>${account.accountId}</small>`,
		html`${stateOf(account)}<br><small>${account.health.lastError ?? ''}</small>${selfCheckBody(account)}${silentBody(account)}`,
		html`${account.kind === 'oauth' ? 'by its page' : 'by a key'}<br><small>${account.permissions.join(', ')}</small>`,
		html`${time(account.connectedAt)}${account.keyExpiresAt === null ? null : html`<br><small>key ends ${time(account.keyExpiresAt)}</small>`}`,
		accountButtons(account, csrf),
	]);
	return html`${noticeOf(mode, isRehearsal, venues)}
${openAllBody(simulatedMissing(parts, own), csrf)}
${table(['Account', 'State', 'Key', 'Since', 'Actions'], rows, 'No account is connected. Connect two exchanges to trade between them.')}
${
	mode === 'paper'
		? null
		: html`<h2>Connect an account</h2>
${venues.map((offer) => connectBody(offer, waysOf(offer), csrf, refusal))}`
}`;
}

function noticeOf(mode: TradingMode, isRehearsal: boolean, venues: readonly VenueOffer[]): Html {
	switch (mode) {
		case 'simulated':
			return html`<p class="notice">The exchanges are <b>simulated</b>: no real money is touched. Accounts are opened there with 10,000 USD each, on the exchange’s own page or here.</p>`;
		case 'paper':
			return html`<p class="notice">The accounts are <b>paper</b>: they are kept here and trade at the exchanges’ real prices. No order and no key ever reaches an exchange, so there is none to connect.</p>`;
		case 'testnet':
			return html`<p class="notice">The accounts are at the exchanges’ <b>test environments</b>: orders go there, with test money. An account trades once it has passed its self-check. A key of a real account is unknown there; make keys at</p>
<ul>${venues.map(({ name, testKeyPage }) => (testKeyPage === undefined ? null : html`<li><b>${name}</b>: ${testKeyPage}</li>`))}</ul>`;
		case 'live':
			return isRehearsal
				? html`<p class="notice">This is a <b>rehearsal</b>: everything runs as with real money, and no order reaches a real exchange.</p>`
				: html`<p class="notice">Orders are <b>real</b>, with real money. An account trades once it has passed its self-check.</p>`;
	}
}

function stateOf({ leavingSince, health, inUse }: ExchangeAccount): Html {
	if (leavingSince !== null) return html`<span class="state bad">closing, then disconnected</span>`;
	if (health.refusedAt !== null) return html`<span class="state bad">needs to be connected again</span>`;
	return inUse
		? html`<span class="state good">in use</span>`
		: html`<span class="state">connected, not in use</span>`;
}

/** Nothing where the mode asks for none. */
function selfCheckBody({ selfCheck }: ListedAccount): Html | null {
	if (selfCheck === null) return null;
	const { status, steps, checkedAt } = selfCheck;
	const state = status === 'passed' ? 'good' : status === 'checking' ? '' : 'bad';
	return html`<details${status === 'passed' ? null : html` open`}><summary>Self-check: <span class="state ${state}">${SELF_CHECK_WORDS[status]}</span></summary>
<ul>${steps.map(({ name, verdict, said }) => html`<li><small><b>${name}</b> ${verdict}: ${said}</small></li>`)}</ul><small>${checkedAt === null ? 'none has ended yet' : time(checkedAt)}</small></details>`;
}

/** Nothing while its own stream tells of its orders. */
function silentBody({ streamSilentSince }: ListedAccount): Html | null {
	if (streamSilentSince === null) return null;
	return html`<p><span class="state bad">stream silent</span> <small>since ${time(streamSilentSince)}: it tells of none of the account’s orders, so nothing is opened on it. It is opened anew every minute; what is open is closed as ever.</small></p>`;
}

const SELF_CHECK_WORDS = {
	checking: 'under way',
	passed: 'passed',
	failed: 'not passed',
	unknown: 'no answer yet, it is tried again',
} as const;

function accountButtons(
	{ accountId, inUse, leavingSince, selfCheck }: ListedAccount,
	csrf: string,
): Html | null {
	if (leavingSince !== null) return null;
	const path = `${PATH}/account/${accountId}`;
	return html`${inUse ? null : button(csrf, `${path}/use`, 'Use for new trades', 'quiet')}${selfCheck === null ? null : button(csrf, `${path}/check`, 'Check again', 'quiet')}
<a class="button quiet" href="${path}/disconnect">Disconnect …</a>`;
}

const KEY_WORDS: Readonly<
	Record<KeyForm, { readonly key: string; readonly secret: string; readonly hasPassphrase: boolean }>
> = {
	'key and secret': { key: 'API key', secret: 'Secret', hasPassphrase: false },
	'key, secret and passphrase': { key: 'API key', secret: 'Secret', hasPassphrase: true },
	wallet: { key: 'Address of the account', secret: 'Private key of the API wallet', hasPassphrase: false },
};

/** How an account at an exchange can be connected, beside by a key. */
type Ways = { readonly byPage: boolean; readonly simulated: boolean };

function connectBody(offer: VenueOffer, ways: Ways, csrf: string, refusal: Refusal | undefined): Html {
	const { venue, name, keyForm } = offer;
	const label = (view: FormView) =>
		textField(view, 'label', {
			hint: 'if you have several',
			more: html` maxlength="64" placeholder="${venue}"`,
		});
	const keyView = viewOf(keyFormOf(offer), refusal);
	const secret = (field: 'api_secret' | 'api_passphrase') =>
		textField(keyView, field, { type: 'password', more: html` autocomplete="off" required` });
	const byKey = html`<form method="post" action="${keyFormOf(offer).action}">${hidden(csrf)}
${label(keyView)}
${textField(keyView, 'api_key', { more: html` autocomplete="off" spellcheck="false" required` })}
${secret('api_secret')}
${KEY_WORDS[keyForm].hasPassphrase ? secret('api_passphrase') : null}
<p class="soft">It must be allowed to trade futures and must not be allowed to withdraw: a key that can is refused.</p>
<button>Connect by key</button></form>`;
	const first = (path: 'begin' | 'simulated', words: string) => {
		const form = openForm(path, offer);
		return html`<form method="post" action="${form.action}">${hidden(csrf)}${label(viewOf(form, refusal))}<br><button>${words}</button></form>
<details${keyView.isRefused ? html` open` : null}><summary>With an API key instead</summary>${byKey}</details>`;
	};
	const body = ways.byPage
		? first('begin', `Connect ${name}`)
		: ways.simulated
			? first('simulated', `Open an account at ${name}`)
			: byKey;
	return html`<section id="connect-${venue}"><h2>${name}</h2>
${body}</section>`;
}
