/**
 * Manages what users grant to applications: codes, and the tokens exchanged for them (RFC 6749 sections 4.1 and 6,
 * RFC 7636, RFC 9700 section 4).
 *
 * Each consent is one grant, to which its code, tokens and keys refer. A second use of the code suggests a theft and
 * revokes the tokens and keys of the grant. A second use of a refresh token revokes the tokens of the grant.
 */
import { commit, currentTime, type ExchangeState } from './exchange-state.ts';
import type { Allowed, Grants, KeyBook, Lifetimes, Tokens } from './oauth.ts';
import { OAuthRefusal } from './oauth-refusal.ts';
import { hashOf, isSameText, newSecretText } from './secret-texts.ts';

/**
 * Lifetime of a code. We chose it, because one exchange documents only "quickly" and the other ten minutes. A
 * redirect takes seconds.
 */
export const CODE_LIFETIME_MS = 60_000;

export function createGrants(state: ExchangeState, keys: KeyBook): Grants {
	const { store } = state;

	const issueTokens = (allowed: Allowed, lifetimes: Lifetimes, now: number): Tokens => {
		const pair = { accessToken: newSecretText(), refreshToken: newSecretText(), scope: allowed.scope };
		const row = { ...allowed, endedAt: undefined };
		const { accessMs, refreshMs } = lifetimes;
		store.forgetAccess(now);
		store.insertToken(hashOf(pair.accessToken), { ...row, kind: 'access', expiresAt: now + accessMs });
		store.insertToken(hashOf(pair.refreshToken), { ...row, kind: 'refresh', expiresAt: now + refreshMs });
		return pair;
	};

	return {
		issueCode(consent) {
			const code = newSecretText();
			const now = currentTime(state);
			commit(state, () => {
				store.forgetAccess(now);
				store.insertCode(hashOf(code), {
					...consent,
					grantId: newSecretText(),
					expiresAt: now + CODE_LIFETIME_MS,
					usedAt: undefined,
				});
			});
			return code;
		},
		redeem(clientId, { code, redirectUri, verifier }, lifetimes) {
			const now = currentTime(state);
			const codeHash = hashOf(code);
			const found = store.code(codeHash);
			if (found === undefined || found.clientId !== clientId) throw new OAuthRefusal('code');
			if (found.usedAt !== undefined) {
				keys.revokeGrant(found.grantId);
				throw new OAuthRefusal('codeUsed');
			}
			if (found.expiresAt <= now) throw new OAuthRefusal('codeExpired');
			if (redirectUri !== undefined && redirectUri !== found.redirectUri) {
				throw new OAuthRefusal('redirectUri');
			}
			if (!isVerified(found.challenge, verifier)) throw new OAuthRefusal('verifier');
			const { accountId, grantId, scope } = found;
			return commit(state, () => {
				store.useCode(codeHash, now);
				return issueTokens({ accountId, clientId, grantId, scope }, lifetimes, now);
			});
		},
		refresh(clientId, refreshToken, lifetimes) {
			const now = currentTime(state);
			const found = store.token(hashOf(refreshToken));
			if (found === undefined || found.kind !== 'refresh' || found.clientId !== clientId) {
				throw new OAuthRefusal('refreshToken');
			}
			const { accountId, grantId, scope } = found;
			if (found.endedAt !== undefined) {
				commit(state, () => store.endTokensOf(grantId, now));
				throw new OAuthRefusal('refreshToken');
			}
			if (found.expiresAt <= now) throw new OAuthRefusal('refreshTokenExpired');
			return commit(state, () => {
				store.endTokensOf(grantId, now);
				return issueTokens({ accountId, clientId, grantId, scope }, lifetimes, now);
			});
		},
		revoke(clientId, token) {
			const now = currentTime(state);
			const tokenHash = hashOf(token);
			const found = store.token(tokenHash);
			if (found === undefined || found.clientId !== clientId) return;
			commit(state, () => {
				if (found.kind === 'refresh') store.endTokensOf(found.grantId, now);
				else store.endToken(tokenHash, now);
			});
		},
		allowedBy(accessToken) {
			const found = store.token(hashOf(accessToken));
			if (found === undefined || found.kind !== 'access' || found.endedAt !== undefined) {
				throw new OAuthRefusal('accessToken');
			}
			if (found.expiresAt <= currentTime(state)) throw new OAuthRefusal('accessTokenExpired');
			return found;
		},
	};
}

/**
 * True if the verifier matches the challenge, or if both are missing. A verifier without a challenge is refused,
 * because it belongs to another authorization (RFC 9700, 2.1.1).
 */
function isVerified(challenge: string | undefined, verifier: string | undefined): boolean {
	if (challenge === undefined || verifier === undefined) return challenge === verifier;
	return isSameText(challenge, hashOf(verifier));
}
