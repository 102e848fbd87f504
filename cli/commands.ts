/** Every command of the command line, in the order of its help. */
import type { CliCommand } from './command.ts';
import { agents } from './commands/agents.ts';
import { backup } from './commands/backup.ts';
import { calibration } from './commands/calibration.ts';
import { cancel } from './commands/cancel.ts';
import { close } from './commands/close.ts';
import { completionsOf } from './commands/completions.ts';
import { connections } from './commands/connections.ts';
import { doctor } from './commands/doctor.ts';
import { execute } from './commands/execute.ts';
import { execution } from './commands/execution.ts';
import { executions } from './commands/executions.ts';
import { halt } from './commands/halt.ts';
import { halts } from './commands/halts.ts';
import { login } from './commands/login.ts';
import { loginLink } from './commands/login-link.ts';
import { logout } from './commands/logout.ts';
import { mcp } from './commands/mcp.ts';
import { opportunities } from './commands/opportunities.ts';
import { opportunity } from './commands/opportunity.ts';
import { portfolio } from './commands/portfolio.ts';
import { preview } from './commands/preview.ts';
import { record } from './commands/record.ts';
import { restore } from './commands/restore.ts';
import { resume } from './commands/resume.ts';
import { rpc } from './commands/rpc.ts';
import { serve } from './commands/serve.ts';
import { simulate } from './commands/simulate.ts';
import { status } from './commands/status.ts';
import { token } from './commands/token.ts';
import { updateExit } from './commands/update-exit.ts';
import { vault } from './commands/vault.ts';
import { venue } from './commands/venue.ts';
import { watch } from './commands/watch.ts';

export const COMMANDS: readonly CliCommand[] = [
	opportunities,
	opportunity,
	preview,
	execute,
	portfolio,
	watch,
	executions,
	execution,
	close,
	cancel,
	updateExit,
	status,
	connections,
	agents,
	rpc,
	mcp,
	login,
	logout,
	loginLink,
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
	backup,
	restore,
	venue,
	completionsOf(() => COMMANDS),
];

export function findCommand(name: string): CliCommand | undefined {
	return COMMANDS.find((command) => command.name === name);
}
