import styles from './paragraphs.module.css'

/** Plain text whose empty lines part its paragraphs. */
export const Paragraphs = ({ text }: { text: string }) => (
  <div className={styles.text}>
    {text
      .split(/\n\s*\n/)
      .filter((paragraph) => paragraph.trim())
      .map((paragraph, index) => (
        <p key={index}>{paragraph}</p>
      ))}
  </div>
)
