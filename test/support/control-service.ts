/** A service that holds nothing but its tokens and its kill switches, behind a real control socket. */
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

export async function startControlService(dataDir: string) {
	const { store, audit, close } = await openTokenStore(dataDir);
	const database = openDatabase(dataDir);
	const tokens = createTokenAuthority({ store, clock: systemClock, random: systemRandom, logger: QUIET });
	const halts = createHalts({ store: createSqliteHaltStore(database), clock: systemClock, log: QUIET });
	const switches = {
		...halts,
		halt: async (wanted: Parameters<typeof halts.set>[0]) => ({
			halt: await halts.set(wanted),
			closing: wanted.closeAll ? ['exec_running'] : [],
			canceling: wanted.closeAll ? ['exec_opening'] : [],
		}),
	};
	const control = await startControlServer({
		dataDir,
		tokens: createOperatorTokens({ tokens, audit, clock: systemClock, logger: QUIET }),
		switches,
		logger: QUIET,
	});
	return {
		tokens,
		halts,
		control,
		async [Symbol.asyncDispose]() {
			await control.close();
			database.close();
			await close();
		},
	};
}
