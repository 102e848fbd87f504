/**
 * Finds settings that give strangers more access than an operator may expect. The service starts only if the operator
 * confirms them.
 */
import { isLoopback, isSecureUrl } from '../domain/secure-url.ts';
import type { TradingMode } from '../domain/trading-mode.ts';

type ExposedSettings = {
	readonly mode: TradingMode;
	readonly server: {
		readonly host: string;
		readonly publicUrl: string | null;
		readonly acceptPlainHttp: boolean;
	};
	readonly auth: {
		readonly admitted: readonly string[];
		readonly admitEverybody: boolean;
		readonly identityProviders: readonly unknown[];
	};
};

/** Returns a message for each unconfirmed exposure: the setting, the risk, and how to remove or confirm it. */
export function unconfirmedExposures({ mode, server, auth }: ExposedSettings): readonly string[] {
	const sentences: string[] = [];
	const plain = server.acceptPlainHttp ? undefined : plainAddress(server);
	if (plain !== undefined)
		sentences.push(
			`${plain} is neither a loopback address nor https, so others on the network can read logins and tokens. Put a proxy with TLS in front and set server.publicUrl to its https address, or confirm plain HTTP with --accept-plain-http.`,
		);
	const isOpen = auth.admitted.length === 0 && auth.identityProviders.length > 0;
	if (mode === 'live' && isOpen && !auth.admitEverybody)
		sentences.push(
			'auth.admitted: the list is empty, so everybody who reaches this service can log in and trade real money on it. List the admitted users with --admitted LIST (wallet addresses or subjects), or confirm with --admit-everybody.',
		);
	return sentences;
}

/**
 * Returns the setting and value that make the service reachable from another machine without encryption; undefined if
 * none does.
 */
function plainAddress({ host, publicUrl }: ExposedSettings['server']): string | undefined {
	if (publicUrl !== null && !isSecureUrl(publicUrl)) return `server.publicUrl: ${publicUrl}`;
	if (isLoopback(host.includes(':') ? `[${host}]` : host) || publicUrl?.startsWith('https:') === true)
		return undefined;
	return `server.host: ${host}`;
}
