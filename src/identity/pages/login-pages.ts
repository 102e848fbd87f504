/**
 * Serves /login, which authenticates a user with a wallet, an OpenID provider or a provider's token, and logs the
 * browser in. Services without real money may also admit guests, whose identity is not checked.
 */

import { addressKey, createRateLimiter, type RateLimiter } from '../../api/http/rate-limit.ts';
import { CarrywireError } from '../../domain/carrywire-error.ts';
import { type Html, html } from '../../domain/html.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ProvenIdentity } from '../../ports/identity-store.ts';
import type { Passkeys } from '../passkeys.ts';
import { MESSAGE_LENGTH_MAX } from '../proven-identity.ts';
import type { UserDirectory } from '../users.ts';
import { attempt, beginLogin, type LoginParts, returnCookie, returnCookieName } from './begin-login.ts';
import { fieldText } from './form-fields.ts';
import { hidden } from './layout.ts';
import { linkSection } from './login-link-pages.ts';
import { ownPath, type Page, type PageAnswer, redirect, type Visitor } from './page.ts';
import { texts } from './page-language.ts';
import { passkeyLoginSection, passkeyPlace } from './passkey-pages.ts';
import { type Form, orShownAgain, type Refusal, textField, viewOf } from './refused-form.ts';

type WalletMethod = {
	readonly id: string;
	readonly chains: readonly { readonly chainId: number; readonly name: string }[];
	begin(request: {
		readonly address: string;
		readonly chainId: number;
		readonly browser: string;
	}): Promise<{ readonly message: string }>;
	finish(answer: {
		readonly message: string;
		readonly signature: string;
		readonly browser: string;
	}): Promise<ProvenIdentity>;
};

type OpenIdMethod = {
	readonly id: string;
	readonly name: string;
	begin(request: {
		readonly redirectUri: string;
		readonly browser: string;
	}): Promise<{ readonly url: string }>;
	finish(answer: { readonly callbackUrl: string; readonly browser: string }): Promise<ProvenIdentity>;
};

type JwtMethod = {
	readonly id: string;
	readonly name: string;
	finish(answer: { readonly token: string; readonly browser: string }): Promise<ProvenIdentity>;
};

/** Guest login, which creates a new identity without any proof. */
type GuestMethod = { readonly identity: () => ProvenIdentity };

/** The configured login methods. */
export type LoginMethods = {
	readonly wallets: readonly WalletMethod[];
	readonly openIds: readonly OpenIdMethod[];
	readonly jwts: readonly JwtMethod[];
	/** Guest login; undefined if the service admits no guests. */
	readonly guest: GuestMethod | undefined;
};

const GUEST_PATH = '/login/guest';
const RETURN_S = 600;
/**
 * Rate limit of guest logins per network address. Each guest is a permanent user with its own accounts, and nobody
 * needs more than a few.
 */
const GUESTS = { perSecond: 0.1, burst: 10 };

type ChooseParts = LoginParts & {
	readonly methods: LoginMethods;
	readonly users: UserDirectory;
	readonly passkeys: Pick<Passkeys, 'isAny'>;
	/** Returns the origin at which browsers offer passkeys; undefined if there is none. */
	readonly passkeysAt: () => string | undefined;
	readonly clock: Clock;
};

/** Returns the login page, the forms and callbacks for each login method, and the logout. */
export function loginPages(parts: ChooseParts): readonly Page[] {
	const guests = createRateLimiter(GUESTS);
	const { guest } = parts.methods;
	const pages = [
		page('GET', '/login', (visitor, userId) => choose(parts, visitor, userId)),
		page('POST', '/login/wallet/:id', (visitor) =>
			orChoices(parts, walletForm(visitor.params.id ?? ''), visitor, () => walletMessage(parts, visitor)),
		),
		page('POST', '/login/wallet/:id/signed', (visitor) => walletSigned(parts, visitor)),
		page('POST', '/login/openid/:id', (visitor) => openIdBegin(parts, visitor)),
		page('GET', '/login/openid/:id/callback', (visitor) => openIdCallback(parts, visitor)),
		page('POST', '/login/jwt/:id', (visitor) =>
			orChoices(parts, jwtForm(visitor.params.id ?? ''), visitor, () => jwtFinish(parts, visitor)),
		),
		page('POST', '/logout', (visitor, userId) => logOut(parts, visitor, userId)),
	];
	if (guest === undefined) return pages;
	return [page('POST', GUEST_PATH, (visitor) => guestLogIn(parts, visitor, guest, guests)), ...pages];
}

function page(
	method: Page['method'],
	path: string,
	answer: (visitor: Visitor, userId: string | undefined) => Promise<PageAnswer>,
): Page {
	return { access: 'anyone', method, path, answer };
}

/** @throws CarrywireError NOT_FOUND */
function find<Method extends { readonly id: string }>(of: readonly Method[], id: string | undefined): Method {
	const method = of.find((one) => one.id === id);
	if (method !== undefined) return method;
	throw new CarrywireError('NOT_FOUND', texts().LOGIN.unknownMethod);
}

async function choose(parts: ChooseParts, visitor: Visitor, userId: string | undefined): Promise<PageAnswer> {
	const returnTo = ownPath(visitor.query.get('return_to'));
	if (userId !== undefined) return redirect(returnTo);
	return choices(parts, visitor, returnTo);
}

async function choices(
	parts: ChooseParts,
	visitor: Visitor,
	returnTo: string,
	refusal?: Refusal,
	wallet?: string,
): Promise<PageAnswer> {
	const { methods, baseUrl, passkeys, passkeysAt } = parts;
	const isAny = await passkeys.isAny();
	const passkey = passkeyLoginSection(visitor, passkeyPlace(visitor, passkeysAt()), { isAny, returnTo });
	// Wallets and providers accept the service only under its own name.
	const elsewhere = visitor.site === new URL(baseUrl()).origin ? undefined : new URL(baseUrl());
	return {
		kind: 'page',
		title: texts().LOGIN.title,
		body: chooseBody(methods, { csrf: visitor.csrf, returnTo, refusal, wallet, passkey, elsewhere }),
		...(methods.wallets.length === 0 ? {} : { script: 'wallet.js' }),
	};
}

/** Shows the login page again if `work` refuses the form. */
function orChoices(
	parts: ChooseParts,
	form: Form,
	visitor: Visitor,
	work: () => Promise<PageAnswer>,
	wallet?: string,
): Promise<PageAnswer> {
	return orShownAgain(form, visitor, work, async (_, refusal) =>
		choices(parts, visitor, ownPath(visitor.form.get('return_to')), refusal, wallet),
	);
}

async function walletMessage(parts: ChooseParts, visitor: Visitor): Promise<PageAnswer> {
	const { form, params, browser } = visitor;
	const method = find(parts.methods.wallets, params.id);
	const { message } = await attempt(parts, visitor, () =>
		method.begin({
			address: fieldText(form, 'address'),
			chainId: Number(fieldText(form, 'chain_id')),
			browser,
		}),
	);
	return {
		kind: 'page',
		title: texts().LOGIN.messageTitle,
		body: messageBody(method.id, message, visitor, ownPath(form.get('return_to')), undefined),
		script: 'wallet.js',
	};
}

async function walletSigned(parts: ChooseParts, visitor: Visitor): Promise<PageAnswer> {
	const { form, params, browser } = visitor;
	const method = find(parts.methods.wallets, params.id);
	const returnTo = ownPath(form.get('return_to'));
	// Browsers send forms with CRLF (HTML, "constructing the entry list"), but the signed message has LF.
	const message = (form.get('message') ?? '').replaceAll('\r\n', '\n');
	const work = async () => {
		const identity = await attempt(parts, visitor, () =>
			method.finish({ message, signature: fieldText(form, 'signature'), browser }),
		);
		return admit(parts, visitor, identity, returnTo);
	};
	const signAgain = async (_: Visitor, refusal: Refusal): Promise<PageAnswer> => ({
		kind: 'page',
		title: texts().LOGIN.messageTitle,
		body: messageBody(method.id, message, visitor, returnTo, refusal),
		script: 'wallet.js',
	});
	// A malformed signature does not use up the message; any other failed signature does.
	const canSignAgain = ({ field }: CarrywireError) =>
		field === 'signature' && message.length <= MESSAGE_LENGTH_MAX;
	return orChoices(
		parts,
		{
			action: '/login',
			fields: [],
			advice: texts().LOGIN.spentMessage,
		},
		visitor,
		() => orShownAgain(signForm(method.id), visitor, work, signAgain, canSignAgain),
		/^0x[0-9a-f]{40}$/im.exec(message)?.[0],
	);
}

async function openIdBegin(parts: ChooseParts, { form, params, browser }: Visitor): Promise<PageAnswer> {
	const { methods, baseUrl } = parts;
	const method = find(methods.openIds, params.id);
	const { url } = await method.begin({ redirectUri: callbackOf(baseUrl(), method.id), browser });
	const returnTo = encodeURIComponent(ownPath(form.get('return_to')));
	return {
		kind: 'onward',
		to: url,
		name: method.name,
		cookies: [returnCookie(baseUrl(), returnTo, RETURN_S)],
	};
}

async function openIdCallback(parts: ChooseParts, visitor: Visitor): Promise<PageAnswer> {
	const { methods, baseUrl } = parts;
	const { params, browser, path, cookies } = visitor;
	const method = find(methods.openIds, params.id);
	const identity = await attempt(parts, visitor, () =>
		method.finish({ callbackUrl: `${baseUrl()}${path}`, browser }),
	);
	return admit(parts, visitor, identity, returnPath(baseUrl(), cookies));
}

async function jwtFinish(parts: ChooseParts, visitor: Visitor): Promise<PageAnswer> {
	const { form, params, browser } = visitor;
	const method = find(parts.methods.jwts, params.id);
	const identity = await attempt(parts, visitor, () =>
		method.finish({ token: fieldText(form, 'token'), browser }),
	);
	return admit(parts, visitor, identity, ownPath(form.get('return_to')));
}

async function guestLogIn(
	parts: ChooseParts,
	visitor: Visitor,
	guest: GuestMethod,
	guests: RateLimiter,
): Promise<PageAnswer> {
	const { allowed, retryAfterMs } = guests.take(addressKey(visitor.address), parts.clock.monotonic());
	if (!allowed)
		throw new CarrywireError(
			'RATE_LIMITED',
			texts().LOGIN.tooManyGuests(GUESTS.burst, GUESTS.perSecond * 60, Math.ceil(retryAfterMs / 1_000)),
			{ retryAfterMs },
		);
	return admit(parts, visitor, guest.identity(), ownPath(visitor.form.get('return_to')));
}

async function logOut(parts: ChooseParts, visitor: Visitor, userId: string | undefined): Promise<PageAnswer> {
	const { address, login } = visitor;
	if (userId !== undefined) await parts.notes.note({ userId, address, action: 'logout' });
	if (login !== undefined) await parts.tokens.revokeOfLogin(login.id);
	return { kind: 'redirect', to: '/login', cookies: await parts.sessions.logOut(visitor) };
}

function callbackOf(baseUrl: string, id: string): string {
	return `${baseUrl}/login/openid/${encodeURIComponent(id)}/callback`;
}

async function admit(
	parts: ChooseParts,
	visitor: Visitor,
	identity: ProvenIdentity,
	returnTo: string,
): Promise<PageAnswer> {
	const { user, isNew } = await parts.users.logIn(identity);
	const { provider, issuer, subject } = identity;
	const details = { issuer, subject, first: isNew };
	return beginLogin(parts, visitor, { userId: user.userId, provider, details }, returnTo);
}

const walletForm = (id: string): Form => ({
	action: `/login/wallet/${id}`,
	fields: ['address', 'chain_id'],
	idOf: (field) => `${field}-${id}`,
});
const signForm = (id: string): Form => ({ action: `/login/wallet/${id}/signed`, fields: ['signature'] });
const jwtForm = (id: string): Form => ({
	action: `/login/jwt/${id}`,
	fields: ['token'],
	idOf: (field) => `${field}-${id}`,
});

type Choices = {
	readonly csrf: string;
	readonly returnTo: string;
	readonly refusal: Refusal | undefined;
	/** Wallet address that the user typed for a message that is no longer valid. */
	readonly wallet: string | undefined;
	readonly passkey: Html | null;
	/**
	 * The service's own URL. Set if the browser uses another name, because wallets and identity providers do not work
	 * there.
	 */
	readonly elsewhere: URL | undefined;
};

function chooseBody(
	{ wallets, openIds, jwts, guest }: LoginMethods,
	{ csrf, returnTo, refusal, wallet, passkey, elsewhere }: Choices,
): Html {
	const common = html`${hidden(csrf)}<input type="hidden" name="return_to" value="${returnTo}">`;
	return html`<p class="soft">${texts().LOGIN.intro}</p>
${
	guest === undefined
		? null
		: html`<section><h2>${texts().LOGIN.guest}</h2>
<form method="post" action="${GUEST_PATH}">${common}
<p>${texts().LOGIN.guestNote}</p>
<p class="soft">${texts().LOGIN.guestWarning}</p>
<button>${texts().LOGIN.guestButton}</button></form></section>`
}
${passkey}
${elsewhere === undefined ? ownNameBody({ wallets, openIds }, common, refusal, wallet) : elsewhereBody({ wallets, openIds }, elsewhere, returnTo)}
${jwts.map((method) => jwtBody(method, common, refusal))}
${linkSection(csrf, returnTo)}`;
}

type OwnNameMethods = Pick<LoginMethods, 'wallets' | 'openIds'>;

/** Renders the login methods that work only under the service's own name. */
function ownNameBody(
	{ wallets, openIds }: OwnNameMethods,
	common: Html,
	refusal: Refusal | undefined,
	wallet: string | undefined,
): Html {
	return html`${wallets.map((method) => walletBody(method, common, refusal, wallet))}
${openIds.map(
	({ id, name }) => html`<section><h2>${texts().LOGIN.with(name)}</h2>
<form method="post" action="/login/openid/${id}">${common}<button>${texts().LOGIN.provider(name)}</button></form></section>`,
)}`;
}

function elsewhereBody({ wallets, openIds }: OwnNameMethods, { origin, host }: URL, returnTo: string): Html {
	const ways = [...(wallets.length === 0 ? [] : [texts().LOGIN.wallet]), ...openIds.map(({ name }) => name)];
	if (ways.length === 0) return html``;
	return html`<section><h2>${texts().LOGIN.with(ways.join(texts().LOGIN.or))}</h2>
<p><a href="${origin}/login?return_to=${encodeURIComponent(returnTo)}">${texts().LOGIN.at(host)}</a>. ${texts().LOGIN.atNote}</p></section>`;
}

function walletBody(
	{ id, chains }: WalletMethod,
	common: Html,
	refusal: Refusal | undefined,
	wallet: string | undefined,
): Html {
	const form = walletForm(id);
	const view = viewOf(form, refusal);
	const [chain] = view.chosen('chain_id', []);
	return html`<section><h2>${texts().LOGIN.with(texts().LOGIN.wallet)}</h2>
<form method="post" action="${form.action}" data-wallet="choose">${common}
<div data-wallet="found" hidden><p>${texts().LOGIN.chooseWallet}</p><div class="row" data-wallet="list"></div><p class="notice bad" data-wallet="fault" role="alert" hidden></p></div>
<details data-wallet="manual" open><summary>${texts().LOGIN.manual}</summary>
${textField(view, 'address', { value: wallet ?? '', more: html` placeholder="0x…" autocomplete="off" spellcheck="false" required` })}
<label for="${view.id('chain_id')}">${view.label('chain_id')}</label>${view.fault('chain_id')}<select id="${view.id('chain_id')}" name="chain_id"${view.marks('chain_id')}>${chains.map(({ chainId, name }) => html`<option value="${chainId}"${String(chainId) === chain ? html` selected` : null}>${name}</option>`)}</select><br>
<button>${texts().LOGIN.showMessage}</button></details></form></section>`;
}

function jwtBody({ id, name }: JwtMethod, common: Html, refusal: Refusal | undefined): Html {
	const form = jwtForm(id);
	const view = viewOf(form, refusal);
	return html`<section><h2>${texts().LOGIN.tokenFrom(name)}</h2>
<form method="post" action="${form.action}">${common}
<label for="${view.id('token')}">${view.label('token')} <small>${texts().LOGIN.tokenHint}</small></label>${view.fault('token')}<textarea id="${view.id('token')}" name="token" rows="4" autocomplete="off" spellcheck="false" required${view.marks('token')}></textarea><br>
<button>${texts().LOGIN.button}</button></form></section>`;
}

function messageBody(
	id: string,
	message: string,
	{ csrf }: Visitor,
	returnTo: string,
	refusal: Refusal | undefined,
): Html {
	const form = signForm(id);
	return html`<p>${texts().LOGIN.messageNote}</p>
<form method="post" action="${form.action}" data-wallet="sign">${hidden(csrf)}
<input type="hidden" name="return_to" value="${returnTo}">
<pre id="message">${message}</pre>
<textarea name="message" data-wallet="message" hidden readonly>${message}</textarea>
<p class="notice bad" data-wallet="fault" role="alert" hidden></p>
${textField(viewOf(form, refusal), 'signature', { hint: texts().LOGIN.signatureHint, more: html` data-wallet="signature" autocomplete="off" spellcheck="false" required` })}<br>
<button>${texts().LOGIN.button}</button></form>
<p><a href="/login">${texts().LOGIN.startOver}</a></p>`;
}

/**
 * Returns the path in the return cookie. If that is not one of our paths, returns `/`, because anyone may have set
 * the cookie.
 */
function returnPath(baseUrl: string, cookies: string | undefined): string {
	const name = returnCookieName(baseUrl);
	const value = new RegExp(`(?:^|;\\s*)${name}=([^;]*)`).exec(cookies ?? '')?.[1];
	try {
		return ownPath(decodeURIComponent(value ?? '/'));
	} catch {
		return '/';
	}
}
