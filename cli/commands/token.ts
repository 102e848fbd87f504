import { configFlags } from '../../src/config/config-flags.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { fromInteger, mulTrunc, ONE, tryParseDecimal } from '../../src/domain/decimal.ts';
import { TOKEN_LIFETIME_MS_MAX, TOKEN_LIFETIME_MS_MIN } from '../../src/identity/tokens.ts';
import { operatorDirectory } from '../../src/operations/operator-directory.ts';
import { commandCode, UsageError, type Values } from '../command.ts';
import { noWords, refuseFlags, scopesOf, textOf } from '../given.ts';
import { DEFAULT_TTL_HOURS, DEFAULT_USER } from '../shared-flags.ts';
import { runTokenCommand, type TokenAction } from '../token.ts';

/** Creates, lists and revokes tokens, at the service or in its store. */
export const token = commandCode({
	read: ({ values, words }) => ({
		flags: configFlags(values),
		create: words.length === 0 ? values.create === true : undefined,
		...tokenAction(values, words),
	}),
	async run({ flags, create, ...action }, parts) {
		const { env, cwd, output } = parts;
		const dataDir = operatorDirectory(loadConfig({ flags, env, cwd }), create, output);
		await runTokenCommand({ ...action, dataDir }, parts);
	},
});

function tokenAction(values: Values, [action, ...words]: readonly string[]): TokenAction {
	switch (action) {
		case undefined:
			refuseFlags('token', 'token', values, ['json']);
			return {
				action: 'create',
				userName: textOf(values.user) ?? DEFAULT_USER,
				tokenName: textOf(values.name) ?? 'cli',
				scopes: scopesOf('token', textOf(values.scope) ?? 'arb:read'),
				ttlMs: ttlOf(textOf(values.ttl) ?? DEFAULT_TTL_HOURS),
			};
		case 'list':
			noWords('token', words);
			refuseFlags('token', 'token list', values, ['scope', 'ttl', 'name', 'create']);
			return { action, userName: textOf(values.user), json: values.json === true };
		case 'revoke': {
			const [tokenId] = words;
			refuseFlags('token', 'token revoke', values, ['scope', 'ttl', 'name', 'user', 'json', 'create']);
			if (tokenId === undefined)
				throw new UsageError('token', 'token revoke needs the ID of a token; see carrywire token list.');
			return { action, tokenId };
		}
		default:
			throw new UsageError(
				'token',
				`After token comes nothing, list or revoke; was ${JSON.stringify(action)}.`,
			);
	}
}

function ttlOf(hours: string): number {
	const read = tryParseDecimal(hours);
	const ttlMs = read === undefined ? Number.NaN : Number(mulTrunc(read, fromInteger(3_600_000)) / ONE);
	if (ttlMs >= TOKEN_LIFETIME_MS_MIN && ttlMs <= TOKEN_LIFETIME_MS_MAX) return ttlMs;
	throw new UsageError(
		'token',
		`--ttl must be a number of hours, at least a minute (0.017) and at most 720; was ${JSON.stringify(hours)}.`,
	);
}
