/**
 * Builds shell completions from the command table: command names, flags, and the values of flags and arguments that
 * have few choices.
 */
import type { CliCommand, Flag, Flags, Word } from './command.ts';
import type { Shell } from './shared-flags.ts';

const HELP: Flags = { help: { meaning: 'Print help for this command.' } };

/** Builds the script that a shell evaluates. */
export function completionScript(shell: Shell, commands: readonly CliCommand[]): string {
	switch (shell) {
		case 'bash':
			return bashScript(commands);
		case 'zsh':
			return zshScript(commands);
		case 'fish':
			return fishScript(commands);
	}
}

function flagsOf({ flags }: CliCommand): [string, Flag][] {
	return Object.entries({ ...flags, ...HELP });
}

/** Returns the type of path that completes a value without choices. */
function pathKind({ value }: Flag): 'file' | 'directory' | undefined {
	if (value === 'FILE') return 'file';
	return value === 'DIR' ? 'directory' : undefined;
}

/**
 * Joins the choices with spaces. A list in one argument (`"arb:read arb:trade"`) may begin with any choice, so
 * completion offers them all.
 */
function choicesText(choices: readonly string[]): string {
	return choices.join(' ');
}

function bashScript(commands: readonly CliCommand[]): string {
	const names = choicesText([...commands.map(({ name }) => name), 'help', '--help', '--version']);
	return `# bash completion of carrywire: source <(carrywire completions bash)
_carrywire() {
	local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}"
	local flags='' valued='' at=0 i
	local -a words=()
	COMPREPLY=()
	if [ "$COMP_CWORD" -le 1 ]; then
		COMPREPLY=($(compgen -W '${names}' -- "$cur"))
		return
	fi
	case "$command $prev" in
${commands.flatMap(bashValues).join('\n')}
	esac
	case "$command" in
		help) words=('${choicesText(commands.map(({ name }) => name))}') ;;
${commands.map(bashCommand).join('\n')}
	esac
	if [[ "$cur" == -* ]]; then
		COMPREPLY=($(compgen -W "$flags" -- "$cur"))
		return
	fi
	for ((i = 2; i < COMP_CWORD; i++)); do
		if [[ " $valued " == *" \${COMP_WORDS[i]} "* ]]; then ((i++)); elif [[ "\${COMP_WORDS[i]}" != -* ]]; then ((at++)); fi
	done
	COMPREPLY=($(compgen -W "\${words[at]-}" -- "$cur"))
}
complete -F _carrywire carrywire
`;
}

function bashValues(command: CliCommand): string[] {
	return flagsOf(command).flatMap(([flag, facts]) => {
		if (facts.value === undefined) return [];
		const answer = bashAnswer(facts);
		return [`\t\t'${command.name} --${flag}') ${answer}return ;;`];
	});
}

function bashAnswer(facts: Flag): string {
	if (facts.choices !== undefined)
		return `COMPREPLY=($(compgen -W '${choicesText(facts.choices)}' -- "$cur")); `;
	const kind = pathKind(facts);
	if (kind === undefined) return '';
	return `COMPREPLY=($(compgen -${kind === 'file' ? 'f' : 'd'} -- "$cur")); `;
}

function bashCommand(command: CliCommand): string {
	const all = flagsOf(command);
	const flags = all.map(([flag]) => `--${flag}`);
	const valued = all.filter(([, { value }]) => value !== undefined).map(([flag]) => `--${flag}`);
	const words = (command.words ?? []).map(({ choices = [] }) => `'${choicesText(choices)}'`);
	return `\t\t${command.name}) flags='${choicesText(flags)}' valued='${choicesText(valued)}' words=(${words.join(' ')}) ;;`;
}

function zshScript(commands: readonly CliCommand[]): string {
	const described = commands.map(({ name, summary }) => zshQuoted(`${name}:${summary}`)).join(' ');
	return `#compdef carrywire
# zsh completion of carrywire: source <(carrywire completions zsh)
_carrywire() {
	local -a commands=(${described})
	if (( CURRENT == 2 )); then
		_describe 'command' commands
		return
	fi
	local command=$words[2]
	shift words
	(( CURRENT-- ))
	case $command in
		help) _describe 'command' commands ;;
${commands.map(zshCommand).join('\n')}
	esac
}
if [[ "$funcstack[1]" == _carrywire ]]; then _carrywire "$@"; else compdef _carrywire carrywire; fi
`;
}

function zshCommand(command: CliCommand): string {
	const flags = flagsOf(command).map(([flag, facts]) => {
		const meaning = facts.meaning.replace(/[[\]:\\]/g, '\\$&');
		const value = facts.value === undefined ? '' : `:${facts.value.replaceAll('"', '')}:${zshValues(facts)}`;
		return zshQuoted(`--${flag}[${meaning}]${value}`);
	});
	const words = (command.words ?? []).map(({ name, choices = [] }: Word) =>
		zshQuoted(`:${name}:(${choicesText(choices).replace(/:/g, '\\:')})`),
	);
	return `\t\t${command.name}) _arguments ${[...flags, ...words].join(' ')} ;;`;
}

function zshValues(facts: Flag): string {
	if (facts.choices !== undefined) return `(${choicesText(facts.choices).replace(/:/g, '\\:')})`;
	const kind = pathKind(facts);
	if (kind === undefined) return ' ';
	return kind === 'file' ? '_files' : '_files -/';
}

function zshQuoted(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`;
}

function fishScript(commands: readonly CliCommand[]): string {
	return `# fish completion of carrywire: carrywire completions fish | source
complete -c carrywire -f
complete -c carrywire -n __fish_use_subcommand -l version -d 'Print the version.'
complete -c carrywire -n __fish_use_subcommand -l help -d 'Print the list of commands.'
complete -c carrywire -n '__fish_seen_subcommand_from help' -a '${choicesText(commands.map(({ name }) => name))}'
${commands.flatMap(fishCommand).join('\n')}
`;
}

function fishCommand(command: CliCommand): string[] {
	const { name, summary, words = [] } = command;
	const seen = `complete -c carrywire -n '__fish_seen_subcommand_from ${name}'`;
	const choices = words.flatMap((word) => word.choices ?? []);
	return [
		`complete -c carrywire -n __fish_use_subcommand -a ${name} -d ${fishQuoted(summary)}`,
		...(choices.length === 0 ? [] : [`${seen} -a '${choicesText(choices)}'`]),
		...flagsOf(command).map(
			([flag, facts]) => `${seen} -l ${flag}${fishValues(facts)} -d ${fishQuoted(facts.meaning)}`,
		),
	];
}

function fishValues(facts: Flag): string {
	if (facts.value === undefined) return '';
	if (facts.choices !== undefined) return ` -x -a '${choicesText(facts.choices)}'`;
	return pathKind(facts) === undefined ? ' -x' : ' -r -F';
}

function fishQuoted(text: string): string {
	return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
