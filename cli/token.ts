/** `carrywire token`: asks the running service, or opens the store when none runs. */

import type { ControlRequest } from '../src/api/http/control.ts';
import { createOperatorTokens, type OperatorTokens } from '../src/identity/operator-tokens.ts';
import type { Scope } from '../src/identity/scopes.ts';
import { createTokenAuthority, type IssuedToken, type TokenListing } from '../src/identity/tokens.ts';
import { askService } from '../src/operations/control-client.ts';
import type { OpenTokenStore } from '../src/operations/open-token-store.ts';
import type { Clock, Random } from '../src/ports/clock.ts';
import type { Logger } from '../src/ports/logger.ts';
import type { Output } from '../src/ports/output.ts';
import { textTable } from './columns-table.ts';

/** A new token, a list or a revocation, as the command line asks for it. */
export type TokenAction =
	| {
			readonly action: 'create';
			readonly userName: string;
			readonly tokenName: string;
			readonly scopes: readonly Scope[];
			readonly ttlMs: number;
	  }
	| { readonly action: 'list'; readonly userName: string | undefined; readonly json: boolean }
	| { readonly action: 'revoke'; readonly tokenId: string };

/** @throws Error with a sentence when nothing could be done. */
export async function runTokenCommand(
	command: TokenAction & { readonly dataDir: string },
	parts: {
		readonly openTokenStore: OpenTokenStore;
		readonly clock: Clock;
		readonly random: Random;
		readonly logger: Logger;
		readonly output: Output;
	},
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
			output.remark(
				`Token ${issued.tokenId} of ${issued.userName}, scopes ${issued.scopes.join(' ')}, valid until ${isoTime(issued.expiresAt)}. It is shown once.`,
			);
			output.print(issued.token);
			return;
		}
		case 'list': {
			const tokens = (await carryOut(
				command.dataDir,
				{ op: 'list', ...(command.userName === undefined ? {} : { userName: command.userName }) },
				parts,
			)) as readonly TokenListing[];
			if (command.json) output.print(JSON.stringify(tokens.map(listingJson), null, '\t'));
			else for (const line of listingTable(tokens, clock.now())) output.print(line);
			return;
		}
		case 'revoke': {
			const found = await carryOut(command.dataDir, { op: 'revoke', tokenId: command.tokenId }, parts);
			if (found !== true)
				throw new Error(
					`There is no token of the ID ${JSON.stringify(command.tokenId)}; see carrywire token list.`,
				);
			output.remark(`Token ${command.tokenId} is revoked.`);
		}
	}
}

type TokenRequest = Extract<ControlRequest, { readonly op: 'create' | 'list' | 'revoke' }>;

async function carryOut(
	dataDir: string,
	request: TokenRequest,
	parts: Parameters<typeof runTokenCommand>[1],
): Promise<unknown> {
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
