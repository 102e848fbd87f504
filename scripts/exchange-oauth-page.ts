/** The parts of `docs/exchange-oauth.md`, from the table of exchanges. */

import { callbackPath, PENDING_MS_MAX } from '../src/accounts/exchange-oauth.ts';
import type { CreatesKeyRow, ExchangeRow, Fact, ManualKeyRow } from '../src/ports/exchange-oauth.ts';
import { EXCHANGE_OAUTH_TABLE } from '../src/venues/modules.ts';
import { table } from './schema-rows.ts';

const RESULTS = {
	creates_key: 'The user allows it on the page of the exchange, which makes an API key for this service.',
	manual_key: 'No OAuth: the user enters a key by hand.',
} as const;

type FactsOf<Row> = {
	[Member in keyof Row]: Row[Member] extends Fact<unknown> ? Member : never;
}[keyof Row];
type FactName = FactsOf<CreatesKeyRow> | FactsOf<ManualKeyRow>;

/** What each fact of a row is called on the page, in this order. */
const FACT_NAMES: Readonly<Record<FactName, string>> = {
	authorizeUrl: 'page for the user',
	authorizeParameters: 'its further parameters',
	redirectUriAs: 'redirect URI in a query',
	scopes: 'scopes',
	scopeSeparator: 'between scopes',
	pkce: 'PKCE (RFC 7636)',
	callbackValues: 'the callback must say',
	tokenUrl: 'token endpoint',
	tokenRequest: 'request there',
	tokenParameters: 'its parameters beside code and client',
	clientAuthentication: 'authentication of the client',
	codeMs: 'code holds for',
	accessTokenMs: 'access token holds for',
	refreshTokenMs: 'refresh token holds for',
	revoke: 'end of a token',
	keyUrl: 'endpoint of the key',
	keyDelete: 'deletion of the key',
	needsTrustedIps: 'key only for named addresses',
	why: 'how',
};

export function exchangeOAuthParts(): string[] {
	return [
		`A user who is logged in connects an account on the exchange's own page and never shows this service a password. An exchange must know the service first: the operator applies there, registers the redirect URI \`<server.publicUrl>${callbackPath('{exchange}')}\`, and puts the client into \`exchangeOAuth\` ([configuration.md](configuration.md)). Without a client, and where there is no OAuth, an API key is entered.`,
		`What is begun holds for ${PENDING_MS_MAX / 60_000} minutes, for one use, for the user and the browser that began it. A key that could withdraw is refused, and deleted where the exchange has a way. The token that a key was made with is ended where the exchange has a way, and forgotten in any case.`,
		'Below is what the service does at each exchange. *documented* stands in the exchange’s public documentation; *unverified* was put together from elsewhere and has not met the real exchange.',
		...Object.entries(EXCHANGE_OAUTH_TABLE).map(([venue, row]) => exchangePart(venue, row)),
	];
}

function exchangePart(venue: string, row: ExchangeRow): string {
	const facts = Object.entries(FACT_NAMES).flatMap(([member, name]) => {
		const fact = (row as Partial<Record<string, unknown>>)[member] as Fact<unknown> | undefined;
		return fact === undefined ? [] : [[name, valueText(member, fact.value), fact.verified, fact.note ?? '']];
	});
	return [
		`## ${row.name}`,
		`\`${venue}\`. ${RESULTS[row.result]} ${row.page}, read on ${row.readOn}.`,
		table(['fact', 'value', 'source', 'note'], facts),
	].join('\n\n');
}

const HOUR_MS = 3_600_000;

function valueText(member: string, value: unknown): string {
	if (value === null) return member.endsWith('Ms') ? 'not said' : 'none';
	if (typeof value === 'boolean') return value ? 'yes' : 'no';
	if (member.endsWith('Ms')) return durationText(Number(value));
	if (member === 'why') return String(value);
	if (member === 'scopeSeparator') return value === ' ' ? 'a space' : 'a comma';
	if (Array.isArray(value))
		return value.length === 0 ? 'none' : value.map((part) => `\`${part}\``).join(', ');
	if (typeof value !== 'object') return `\`${String(value)}\``;
	const members = Object.entries(value);
	return members.length === 0 ? 'none' : members.map(([name, part]) => memberText(name, part)).join(', ');
}

function memberText(name: string, value: unknown): string {
	const text = [value].flat().join(' and ');
	return name === 'url' ? `\`${text}\`` : name === 'by' ? `by the ${text}` : `${name} \`${text}\``;
}

function durationText(ms: number): string {
	if (ms < HOUR_MS) return `${ms / 60_000} minutes`;
	return ms < 48 * HOUR_MS ? `${ms / HOUR_MS} h` : `${ms / (24 * HOUR_MS)} days`;
}
