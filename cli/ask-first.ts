/** How a command asks before it does what cannot be taken back: the same words, and the same rule without a terminal. */
import { UsageError } from './command.ts';
import type { ServiceSession } from './service-command.ts';

/** @param what the command does: `opens`. @throws UsageError where nobody can be asked: without a terminal, and with --json */
export function requireAskable(command: string, what: string, session: ServiceSession): void {
	const { keyboard, stderr } = session.terminal;
	if (session.json || !keyboard.isTerminal || !stderr.isTerminal)
		throw new UsageError(
			command,
			`${command} asks before it ${what}; without a terminal, and with --json, it needs --yes.`,
		);
}

/** Whether the person has typed yes; anything else, and the end of the input, is no. */
export async function hasSaidYes(question: string, { terminal }: ServiceSession): Promise<boolean> {
	terminal.stderr.write(`\n${question} `);
	const answer = await terminal.keyboard.line({ isSecret: false });
	return answer?.trim().toLowerCase() === 'yes';
}
