/** Every command of the command line, in the order of its help. */
import type { CliCommand } from './command.ts';
import { calibration } from './commands/calibration.ts';
import { completionsOf } from './commands/completions.ts';
import { doctor } from './commands/doctor.ts';
import { halt } from './commands/halt.ts';
import { halts } from './commands/halts.ts';
import { login } from './commands/login.ts';
import { logout } from './commands/logout.ts';
import { record } from './commands/record.ts';
import { resume } from './commands/resume.ts';
import { serve } from './commands/serve.ts';
import { simulate } from './commands/simulate.ts';
import { token } from './commands/token.ts';
import { vault } from './commands/vault.ts';
import { venue } from './commands/venue.ts';

export const COMMANDS: readonly CliCommand[] = [
	login,
	logout,
	token,
	serve,
	simulate,
	doctor,
	record,
	calibration,
	halt,
	resume,
	halts,
	vault,
	venue,
	completionsOf(() => COMMANDS),
];

export function findCommand(name: string): CliCommand | undefined {
	return COMMANDS.find((command) => command.name === name);
}
