/**
 * Composes the whole service from its parameters: clock, randomness, stores, exchanges and secrets. Each part is
 * created after the parts that it depends on: the ground that all users share, the users' cell, and the API.
 */

import type { HttpServer } from '../api/http/server.ts';
import type { Readiness } from '../api/http/status-routes.ts';
import { createExecutionStates } from '../engine/drive/execution-states.ts';
import type { TokenAuthority } from '../identity/tokens.ts';
import { NO_REPLAYS } from '../replay/jobs/no-replays.ts';
import { simulatedSettlementsOf } from '../venues/shared/simulated-settlements.ts';
import type { UserAccounts } from './compose-accounts.ts';
import { composeApi } from './compose-api.ts';
import { type Cell, composeCell } from './compose-cell.ts';
import { composeGround, type Ground } from './compose-ground.ts';
import { type Identity, stoppingWork } from './compose-identity.ts';
import type { Trading } from './compose-trading.ts';
import { orderMotionsOf } from './order-motions.ts';
import { readinessOf } from './readiness.ts';
import type { ServiceParts } from './service-parts.ts';

/** Name of the user that exists from the first start, so that the service can read account data such as fees. */
const DEFAULT_USER = 'owner';

/** The composed service, not started yet. */
export type Service = {
	readonly server: HttpServer;
	readonly identity: Identity;
	/** The token authority of `identity`. In addition, a new user's first token creates the user's accounts. */
	readonly tokens: TokenAuthority;
	readonly trading: Trading;
	readonly readiness: () => Readiness;
	/** Resumes open executions and starts background work. */
	readonly start: () => Promise<void>;
	/**
	 * Opens the authorization server and registers at the simulated exchanges. Call it once the address is known.
	 * @throws VaultError
	 */
	readonly open: (url: string) => Promise<void>;
};

/**
 * Composes the service. Nothing trades before `start`. @throws Error with a message for the user; `closers` then
 * holds the opened resources
 */
export async function composeService(parts: ServiceParts): Promise<Service> {
	const executions = createExecutionStates();
	let cell: Cell | undefined;
	const provide: UserAccounts['provide'] = async (userId, userName) =>
		cell?.accounts.provide(userId, userName);
	const ground = await composeGround({
		...parts,
		welcome: provide,
		motions: orderMotionsOf(executions),
	});
	const { identity, watched, chat } = ground;
	cell = await composeCell({ ...parts, ...ground, executions });
	parts.closers.add(chat.close);
	await provideUsers(parts, cell.accounts);
	const tokens = tokensWithAccounts(identity.tokens, cell.accounts);
	const readiness = () => readinessOf(watched.market, ground.scanning.opportunities);
	const server = apiOf(parts, ground, cell, { tokens, readiness });
	const { trading, byPage, start } = cell;
	return {
		server,
		identity,
		tokens,
		trading,
		readiness,
		start,
		async open(url) {
			await identity.open();
			await byPage.register(url);
			await chat.start(server.callAs);
		},
	};
}

function apiOf(
	parts: ServiceParts,
	ground: Ground,
	cell: Cell,
	own: Pick<Service, 'tokens' | 'readiness'>,
): HttpServer {
	const { identity, watched } = ground;
	const { config, simulators, clock, replays = NO_REPLAYS } = parts;
	const { controls } = cell.trading.execution.executionService;
	return composeApi({
		...parts,
		...own,
		...cell,
		scanning: ground.scanning,
		histories: ground.histories,
		services: {
			...cell,
			agents: stoppingWork(identity.agents, controls.stopAgent),
			access: identity.own,
			audit: identity.audit,
			chats: ground.chat.links,
			replays,
			market: watched.market,
			fundingMap: watched.fundingMap,
		},
		routes: identity.routes({
			byPage: cell.byPage,
			replays,
			settle: config.mode === 'simulated' ? simulatedSettlementsOf(simulators, clock) : undefined,
		}),
	});
}

/** Creates the first user, and for every user the accounts that the mode provides. */
async function provideUsers({ stores, clock, random }: ServiceParts, accounts: UserAccounts): Promise<void> {
	await stores.identity.tokens.ensureUser({
		userId: `user_${random.hex(12)}`,
		name: DEFAULT_USER,
		createdAt: clock.now(),
	});
	const users = await stores.identity.tokens.users();
	await Promise.all(users.map((user) => accounts.provide(user.userId, user.name)));
}

/** Wraps the token authority so that a new user's first token also creates the user's accounts. */
function tokensWithAccounts(
	authority: TokenAuthority,
	accounts: Pick<UserAccounts, 'provide'>,
): TokenAuthority {
	return {
		...authority,
		async issue(request) {
			const issued = await authority.issue(request);
			await accounts.provide(issued.userId, issued.userName);
			return issued;
		},
	};
}
