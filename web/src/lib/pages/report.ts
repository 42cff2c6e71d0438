// What is told of a failure, so that a developer with the same build finds the place (CONTRIBUTING.md says how).

/** The app and the browser, then each error with what caused it. Stacks name files of the app, calls, and functions of modules. */
export function report(error: unknown): string {
  const build = document.querySelector<HTMLMetaElement>('meta[name=build]')?.content ?? 'no build'
  const lines = [`${build}, ${navigator.userAgent}`]
  for (let at = error; at !== undefined; at = at instanceof Error ? at.cause : undefined) {
    const [said, stack = ''] = at instanceof Error ? [String(at), at.stack] : [String(at)]
    // In some browsers the stack begins with the message.
    lines.push(stack.startsWith(said) ? stack : `${said}\n${stack}`.trimEnd())
  }
  return lines.join('\n\n')
}
