/** Runs `carrywire token`. Calls the running service, or opens the store if none is running. */
import type { ControlRequest } from '../../src/api/http/control.ts';
import { fromInteger, mulTrunc, ONE, tryParseDecimal } from '../../src/domain/decimal.ts';
import { createOperatorTokens, type OperatorTokens } from '../../src/identity/operator-tokens.ts';
import type { Scope } from '../../src/identity/scopes.ts';
import {
	createTokenAuthority,
	type IssuedToken,
	TOKEN_LIFETIME_MS_MAX,
	TOKEN_LIFETIME_MS_MIN,
	type TokenListing,
} from '../../src/identity/tokens.ts';
import { askService } from '../../src/operations/control-client.ts';
import { textTable } from '../columns-table.ts';
import { UsageError, type Values } from '../command.ts';
import { noWords, refuseFlags, scopesOf, textOf } from '../given.ts';
import { type OperatorParts, operatorCommand } from '../operator-command.ts';
import { printResult } from '../print-result.ts';
import { DEFAULT_TTL_HOURS, DEFAULT_USER } from '../shared-flags.ts';
import { OPERATOR_TEXT } from '../text.ts';

type TokenAction =
	| {
			readonly action: 'create';
			readonly userName: string;
			readonly tokenName: string;
			readonly scopes: readonly Scope[];
			readonly ttlMs: number;
	  }
	| { readonly action: 'list'; readonly userName: string | undefined; readonly json: boolean }
	| { readonly action: 'revoke'; readonly tokenId: string };

/** Creates, lists and revokes tokens, through the running service or, if none is running, in the store. */
export const token = operatorCommand({
	read: ({ values, words }) => ({
		create: words.length === 0 ? values.create === true : undefined,
		...tokenAction(values, words),
	}),
	run: async (options, parts) =>
		runTokenCommand({ ...options, dataDir: await parts.dataDirectory(options.create) }, parts),
});

/** @throws Error with a message if the action failed */
async function runTokenCommand(
	command: TokenAction & { readonly dataDir: string },
	parts: OperatorParts,
): Promise<void> {
	const { output, clock } = parts;
	switch (command.action) {
		case 'create': {
			const issued = (await carryOut(
				command.dataDir,
				{
					op: 'create',
					userName: command.userName,
					name: command.tokenName,
					scopes: [...command.scopes],
					ttlMs: command.ttlMs,
				},
				parts,
			)) as IssuedToken;
			output.remark(OPERATOR_TEXT.token(issued.tokenId, issued.userName, issued.scopes, issued.expiresAt));
			output.print(issued.token);
			return;
		}
		case 'list': {
			const tokens = (await carryOut(
				command.dataDir,
				{ op: 'list', ...(command.userName === undefined ? {} : { userName: command.userName }) },
				parts,
			)) as readonly TokenListing[];
			printResult(output, command.json, tokens.map(listingJson), () => listingTable(tokens, clock.now()));
			return;
		}
		case 'revoke': {
			const found = await carryOut(command.dataDir, { op: 'revoke', tokenId: command.tokenId }, parts);
			if (found !== true) throw new Error(OPERATOR_TEXT.unknownToken(command.tokenId));
			output.remark(OPERATOR_TEXT.tokenRevoked(command.tokenId));
		}
	}
}

type TokenRequest = Extract<ControlRequest, { readonly op: 'create' | 'list' | 'revoke' }>;

async function carryOut(dataDir: string, request: TokenRequest, parts: OperatorParts): Promise<unknown> {
	const answer = await askService(dataDir, request);
	if (answer !== undefined) {
		if (!answer.ok) throw new Error(answer.error.message);
		return answer.result;
	}
	const { store, audit, close } = await parts.openTokenStore(dataDir);
	try {
		const tokens = createTokenAuthority({ ...parts, store });
		return await carryOutHere(createOperatorTokens({ ...parts, tokens, audit }), request);
	} finally {
		await close();
	}
}

function carryOutHere(tokens: OperatorTokens, request: TokenRequest): Promise<unknown> {
	switch (request.op) {
		case 'create':
			return tokens.issue(request);
		case 'list':
			return tokens.list(request.userName);
		case 'revoke':
			return tokens.revoke(request.tokenId);
	}
}

function listingTable(tokens: readonly TokenListing[], now: number): string[] {
	const rows = tokens.map((token) => [
		token.tokenId,
		token.revokedAt !== null ? 'revoked' : token.expiresAt <= now ? 'expired' : 'active',
		token.userName,
		token.name,
		token.scopes.join(' '),
		isoTime(token.expiresAt),
		token.lastUsedAt === null ? 'never' : isoTime(token.lastUsedAt),
	]);
	return textTable([['ID', 'STATE', 'USER', 'NAME', 'SCOPES', 'VALID UNTIL', 'LAST USED'], ...rows], 'left');
}

function listingJson(token: TokenListing): Record<string, unknown> {
	return {
		token_id: token.tokenId,
		user: token.userName,
		user_id: token.userId,
		name: token.name,
		scopes: token.scopes,
		created_at: isoTime(token.createdAt),
		expires_at: isoTime(token.expiresAt),
		revoked_at: token.revokedAt === null ? null : isoTime(token.revokedAt),
		last_used_at: token.lastUsedAt === null ? null : isoTime(token.lastUsedAt),
	};
}

function isoTime(at: number): string {
	return new Date(at).toISOString();
}

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
				`The action of token must be list or revoke, or omitted; was ${JSON.stringify(action)}.`,
			);
	}
}

function ttlOf(hours: string): number {
	const read = tryParseDecimal(hours);
	const ttlMs = read === undefined ? Number.NaN : Number(mulTrunc(read, fromInteger(3_600_000)) / ONE);
	if (ttlMs >= TOKEN_LIFETIME_MS_MIN && ttlMs <= TOKEN_LIFETIME_MS_MAX) return ttlMs;
	throw new UsageError(
		'token',
		`--ttl must be a number of hours, from 0.017 (one minute) to 720; was ${JSON.stringify(hours)}.`,
	);
}
