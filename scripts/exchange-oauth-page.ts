/** Builds the sections of `docs/exchange-oauth.md` from the table of exchanges. */

import { callbackPath, PENDING_MS_MAX } from '../src/accounts/exchange-oauth.ts';
import type { CreatesKeyRow, ExchangeRow, Fact, ManualKeyRow } from '../src/ports/exchange-oauth.ts';
import { EXCHANGE_OAUTH_TABLE } from '../src/venues/modules.ts';
import { table } from './schema-rows.ts';

const RESULTS = {
	creates_key: 'The user gives consent on the exchange’s page, which creates an API key for this service.',
	manual_key: 'No OAuth: the user enters an API key.',
} as const;

type FactsOf<Row> = {
	[Member in keyof Row]: Row[Member] extends Fact<unknown> ? Member : never;
}[keyof Row];
type FactName = FactsOf<CreatesKeyRow> | FactsOf<ManualKeyRow>;

/** Row labels for the properties of an exchange, in the order on the page. */
const FACT_NAMES: Readonly<Record<FactName, string>> = {
	authorizeUrl: 'authorization page',
	authorizeParameters: 'its additional parameters',
	redirectUriAs: 'encoding of the redirect URI',
	scopes: 'scopes',
	scopeSeparator: 'scope separator',
	pkce: 'PKCE (RFC 7636)',
	callbackValues: 'required callback values',
	tokenUrl: 'token endpoint',
	tokenRequest: 'token request',
	tokenParameters: 'its parameters besides code and client',
	clientAuthentication: 'client authentication',
	codeMs: 'lifetime of the code',
	accessTokenMs: 'lifetime of the access token',
	refreshTokenMs: 'lifetime of the refresh token',
	revoke: 'token revocation',
	keyUrl: 'key endpoint',
	keyDelete: 'key deletion',
	needsTrustedIps: 'key needs an IP allowlist',
	why: 'how to connect',
};

export function exchangeOAuthParts(): string[] {
	return [
		`A logged-in user connects an account on the exchange's own page, without showing this service a password. The exchange must first know the service: the operator applies there, registers the redirect URI \`<server.publicUrl>${callbackPath('{exchange}')}\`, and puts the client into \`exchangeOAuth\` ([configuration.md](configuration.md)). Without a client, or without OAuth at the exchange, the user enters an API key.`,
		`A started connection is valid for ${PENDING_MS_MAX / 60_000} minutes, once, and only for the user and browser that started it. The service refuses a key that can withdraw, and deletes it if the exchange supports that. Once the key exists, the service revokes the token if the exchange supports that, and always discards it.`,
		'The tables show what the service does at each exchange. *documented*: from the exchange’s public documentation. *unverified*: from other sources, not tested against the real exchange.',
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
		`\`${venue}\`. ${RESULTS[row.result]} Source: ${row.page}, read on ${row.readOn}.`,
		table(['fact', 'value', 'source', 'note'], facts),
	].join('\n\n');
}

const HOUR_MS = 3_600_000;

function valueText(member: string, value: unknown): string {
	if (value === null) return member.endsWith('Ms') ? 'not stated' : 'none';
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
	return name === 'url'
		? `\`${text}\``
		: name === 'by'
			? `authenticated with the ${text}`
			: `${name === 'sends' ? 'token sent as' : name} \`${text}\``;
}

function durationText(ms: number): string {
	if (ms < HOUR_MS) return `${ms / 60_000} minutes`;
	return ms < 48 * HOUR_MS ? `${ms / HOUR_MS} h` : `${ms / (24 * HOUR_MS)} days`;
}
