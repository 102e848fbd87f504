/** A service that holds nothing but its tokens, login links and kill switches, behind a real control socket. */
import { createLoginLinks } from '../../src/auth/login/login-link.ts';
import { createOperatorLinks } from '../../src/auth/operator-links.ts';
import { createOperatorTokens } from '../../src/auth/operator-tokens.ts';
import { createTokenAuthority } from '../../src/auth/tokens.ts';
import { openTokenStore } from '../../src/cli/open-token-store.ts';
import { createHalts } from '../../src/execution/halts.ts';
import { startControlServer } from '../../src/http/control.ts';
import type { Logger } from '../../src/ports/logger.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { systemRandom } from '../../src/runtime/random.ts';
import { openDatabase } from '../../src/store/database.ts';
import { createSqliteHaltStore } from '../../src/store/sqlite-halts.ts';

export const QUIET: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** How this service would be reached. */
export const CONTROL_SERVICE_ORIGIN = 'http://127.0.0.1:18080';

export async function startControlService(dataDir: string) {
	const { store: tokenStore, links: linkStore, audit, close } = await openTokenStore(dataDir);
	const database = openDatabase(dataDir);
	const tokens = createTokenAuthority({
		store: tokenStore,
		clock: systemClock,
		random: systemRandom,
		logger: QUIET,
	});
	const store = createSqliteHaltStore(database);
	const halts = createHalts({ standing: await store.load(), store, clock: systemClock, log: QUIET });
	const switches = {
		...halts,
		halt: async (wanted: Parameters<typeof halts.set>[0]) => ({
			halt: await halts.set(wanted),
			closing: wanted.closeAll ? ['exec_running'] : [],
			canceling: wanted.closeAll ? ['exec_opening'] : [],
		}),
	};
	const links = createLoginLinks({ store: linkStore, clock: systemClock, random: systemRandom });
	const control = await startControlServer({
		dataDir,
		tokens: createOperatorTokens({ tokens, audit, clock: systemClock, logger: QUIET }),
		links: createOperatorLinks({
			users: tokenStore,
			links,
			audit,
			origin: () => CONTROL_SERVICE_ORIGIN,
			clock: systemClock,
			random: systemRandom,
			logger: QUIET,
		}),
		switches,
		logger: QUIET,
	});
	return {
		tokens,
		links,
		halts,
		control,
		async [Symbol.asyncDispose]() {
			await control.close();
			database.close();
			await close();
		},
	};
}
